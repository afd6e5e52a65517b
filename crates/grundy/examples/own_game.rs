//! A game of one's own, added to the catalogue: one heap, take at most half of it.
//!
//! `cargo run --example own_game`

use grundy::game::{Game, ImpartialHints, Info, Input, NoFiles, ParseError, PartisanHints, Player, Refusal, Rules};
use grundy::games::{Catalogue, catalogue::game};
use grundy::solve::{Settings, answer};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Halves;

impl Rules for Halves {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64, _: Player, moves: &mut Vec<u64>) -> Result<(), Refusal> {
        moves.extend(1..=heap / 2);
        Ok(())
    }

    fn play(&self, heap: &mut u64, take: &u64) {
        *heap -= take;
    }

    fn move_count(&self, heap: &u64) -> Option<u64> {
        Some(heap / 2)
    }
}

impl ImpartialHints for Halves {}

impl PartisanHints for Halves {}

impl Game for Halves {
    const INFO: Info = Info {
        name: "halves",
        summary: "one heap; take at most half of it",
        rules: "A move takes one or more objects, but no more than half of the heap.",
        notation: "halves:N",
        theorems: &[],
        examples: &["halves:12"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, u64), ParseError> {
        input.no_arguments()?;
        match input.heaps()?.as_slice() {
            &[heap] => Ok((Self, heap)),
            _ => Err(input.position_error("one heap is expected").help("for example `halves:12`")),
        }
    }

    fn write(&self, heap: &u64) -> String {
        heap.to_string()
    }

    fn label(&self, _: &u64, take: &u64) -> String {
        format!("take {take}")
    }

    fn small() -> Vec<String> {
        (0..20).map(|heap| format!("halves:{heap}")).collect()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let catalogue = Catalogue::standard().with(game::<Halves>());
    // A full citizen: summed with built-in games, asked who wins and why.
    let position = catalogue.parse("halves:12 + nim:3 + chomp:petersen", &NoFiles)?;
    let answer = answer(&position, &Settings::default())?;
    println!(
        "{}: {} wins, value {}",
        position,
        answer.outcome.ok_or("undecided")?,
        answer.value_text().ok_or("no value")?
    );
    for found in answer.winning_moves.iter().take(3) {
        println!("  {}", found.label);
    }
    println!("  {}", answer.reason);
    Ok(())
}
