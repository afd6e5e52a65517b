//! How fast games that may be drawn are analysed: heaps of at most 9 that grow and shrink by one, hashed, in states and moves a
//! second of processor time and bytes a state, over two decades of sizes. `cargo bench -p grundy-solve --bench retrograde`

use grundy_budget::Limits;
use grundy_game::NoFiles;
use grundy_game::{Draws, Game, ImpartialHints, Info, Input, ParseError, PartisanHints, Player, Refusal, Rules};
use grundy_solve::{Placed, Position, Settings, Verdicts};

/// Heaps as the digits of one number, four bits each: a move makes one of them larger or smaller by one, until all are empty.
#[derive(Clone, Copy, PartialEq)]
struct UpAndDown {
    heaps: usize,
}

impl Rules for UpAndDown {
    type Position = u32;
    type Move = (u32, bool);
    const DRAWS: Draws = Draws::Always;

    fn moves(&self, position: &u32, _: Player, moves: &mut Vec<(u32, bool)>) -> Result<(), Refusal> {
        if *position == 0 {
            return Ok(());
        }
        for heap in 0..self.heaps {
            let size = position >> (4 * heap) & 15;
            let one = 1 << (4 * heap);
            if size > 0 {
                moves.push((one, false));
            }
            if size < 9 {
                moves.push((one, true));
            }
        }
        Ok(())
    }

    fn play(&self, position: &mut u32, (one, more): &(u32, bool)) {
        if *more { *position += one } else { *position -= one }
    }

    fn ends(&self) -> bool {
        false
    }
}

impl ImpartialHints for UpAndDown {}

impl PartisanHints for UpAndDown {}

impl Game for UpAndDown {
    const INFO: Info = Info { name: "updown", summary: "", rules: "", notation: "", theorems: &[], examples: &[] };

    fn read(input: &Input<'_>) -> Result<(Self, u32), ParseError> {
        Err(input.position_error("only made by the bench"))
    }

    fn write(&self, position: &u32) -> String {
        format!("{position:x}")
    }

    fn label(&self, _: &u32, played: &(u32, bool)) -> String {
        format!("{played:?}")
    }

    fn small() -> Vec<String> {
        Vec::new()
    }
}

/// The processor time of this thread so far, where the system tells; a busy machine does not disturb it.
fn processor_seconds() -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = spent.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.expect("a Linux kernel with scheduler statistics") / 1e9
}

fn main() {
    for heaps in [5, 6, 7] {
        let budget = grundy_budget::Budget::new(Limits::default());
        let settings = Settings { threads: 1, budget: budget.clone(), ..Settings::default() };
        let start = Position::new(vec![Placed::boxed(UpAndDown { heaps }, 1)]);
        let started = processor_seconds();
        let verdicts = Verdicts::new(&start, &settings).expect("no limits");
        let seconds = processor_seconds() - started;
        let (states, moves) = verdicts.size();
        println!(
            "hashed: {states} states, {moves} moves in {seconds:.3} s: {:.2} million states and {:.1} million moves a second, {} bytes a state",
            states as f64 / seconds / 1e6,
            moves as f64 / seconds / 1e6,
            budget.memory() / states as u64
        );
    }
    for text in [
        "tictactoe(4,4,3):",
        "tictactoe(4,4,4):",
        "foxgeese:8x8",
        "cops(3):dodecahedron",
        "cops(2):grid(9,9)",
        "endgame:k.......|........|........|........|........|........|......K.|.R......",
        "endgame:k.......|........|........|........|........|........|.....PK.|.R......",
    ] {
        let position = grundy_games::parse(text, &NoFiles).expect("a position");
        let started = processor_seconds();
        let settings = Settings { threads: 1, ..Settings::default() };
        let verdicts = Verdicts::new(&position, &settings).expect("no limits");
        let seconds = processor_seconds() - started;
        let (states, moves) = verdicts.size();
        println!(
            "{text} {states} states, {moves} moves in {seconds:.3} s: {:.2} million states and {:.1} million moves a second, \
             {} bytes a state, {:?}",
            states as f64 / seconds / 1e6,
            moves as f64 / seconds / 1e6,
            settings.budget.memory() / states as u64,
            verdicts.outcome(&position)
        );
    }
}
