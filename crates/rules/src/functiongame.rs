//! A game whose moves are functions of a file.

use crate::Mistake;
use crate::boardgame::NO_INFO;
use crate::script::{Datum, Functions, Limits, Script};
use grundy_game::{
    Game, ImpartialHints, Info, Input, Kind, Known, Page, ParseError, PartisanHints, Play, Player, Refusal, Rules,
    Text, Theorem,
};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The functions of a file that is a game.
#[derive(Debug)]
pub(crate) struct FunctionRules {
    /// Numbers of files, by which a thread finds its interpreter.
    pub id: u64,
    pub script: Script,
    pub limits: Limits,
    pub page: Page<'static>,
    /// The arguments in brackets, as they were given.
    pub arguments: Option<String>,
    pub small: Vec<String>,
    /// The functions that list moves of Left and of Right.
    pub moves: [String; 2],
    /// Whether a position is a collection of heaps, of which a move changes one.
    pub heaps: bool,
    pub hooks: Hooks,
}

/// Which of the optional functions a file has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hooks {
    pub split: bool,
    pub images: bool,
    pub nimber: bool,
    pub read: bool,
    pub write: bool,
    pub label: bool,
}

/// A number that no other file of this program has.
pub(crate) fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Relaxed)
}

/// Interpreters that a thread keeps ready.
const MOST_KEPT: usize = 8;

thread_local! {
    static LOADED: RefCell<Vec<(u64, Functions)>> = const { RefCell::new(Vec::new()) };
}

/// What the players are called in files.
const PLAYERS: [&str; 2] = ["left", "right"];

impl FunctionRules {
    /// Asks this thread's interpreter, which is made ready where there is none.
    fn with<T>(&self, ask: impl FnOnce(&mut Functions) -> Result<T, Mistake>) -> Result<T, Mistake> {
        LOADED.with_borrow_mut(|loaded| {
            let known = loaded.iter().position(|(id, _)| *id == self.id);
            if known.is_none() {
                let functions = Functions::load(&self.script, self.limits)?;
                if loaded.len() >= MOST_KEPT {
                    loaded.remove(0);
                }
                loaded.push((self.id, functions));
            }
            let at = known.unwrap_or(loaded.len() - 1);
            ask(&mut loaded[at].1)
        })
    }

    fn options(&self, position: &Datum, player: Player, out: &mut Vec<Datum>) -> Result<(), Mistake> {
        let side = usize::from(player == Player::Right);
        let name = self.moves[side].as_str();
        let word = Datum::Text(PLAYERS[side].into());
        let first = out.len();
        if !self.heaps {
            self.with(|functions| functions.list(name, &[position.clone(), word], out))?;
            return self.tidy(position, out, first, name);
        }
        let Datum::Tuple(heaps) = position else { return Ok(()) };
        for (at, heap) in heaps.iter().enumerate() {
            if at > 0 && heaps[at - 1] == *heap {
                continue;
            }
            let mut made = Vec::new();
            self.with(|functions| functions.list(name, &[heap.clone(), word.clone()], &mut made))?;
            for new in made {
                let Datum::Tuple(new) = new else { continue };
                let mut next: Vec<Datum> =
                    heaps.iter().take(at).chain(&heaps[at + 1..]).chain(new.iter()).cloned().collect();
                next.sort_unstable();
                out.push(Datum::Tuple(next.into()));
            }
        }
        self.tidy(position, out, first, name)
    }

    /// Options that are listed twice count once; one that is the position itself is a mistake.
    fn tidy(&self, position: &Datum, out: &mut Vec<Datum>, first: usize, name: &str) -> Result<(), Mistake> {
        if out[first..].contains(position) {
            let place = self.with(|functions| Ok(functions.place(name)))?;
            return Err(Mistake::new(place, "a move leads back to the position it is made in"));
        }
        if out.len() - first <= 16 {
            let mut kept = first;
            for at in first..out.len() {
                if !out[first..kept].contains(&out[at]) {
                    out.swap(kept, at);
                    kept += 1;
                }
            }
            out.truncate(kept);
        } else {
            let mut seen = rustc_hash::FxHashSet::default();
            let mut at = 0;
            out.retain(|option| {
                at += 1;
                at <= first || seen.insert(option.clone())
            });
        }
        Ok(())
    }

    fn hook(&self, name: &str, arguments: &[Datum]) -> Result<Datum, Mistake> {
        self.with(|functions| functions.call(name, arguments)).map_err(|mistake| match arguments.first() {
            Some(position) => mistake.at_position(position),
            None => mistake,
        })
    }

    fn listed(&self, name: &str, position: &Datum) -> Result<Vec<Datum>, Mistake> {
        let mut found = Vec::new();
        self.with(|functions| functions.list(name, std::slice::from_ref(position), &mut found))
            .map_err(|mistake| mistake.at_position(position))?;
        Ok(found)
    }

    /// The parts by the file's own `split`.
    pub(crate) fn parts(&self, position: &Datum) -> Result<Vec<Datum>, Mistake> {
        self.listed("split", position)
    }

    pub(crate) fn images(&self, position: &Datum) -> Result<Vec<Datum>, Mistake> {
        self.listed("images", position)
    }

    pub(crate) fn stated_nimber(&self, position: &Datum) -> Result<Option<u64>, Mistake> {
        Ok(match self.hook("nimber", std::slice::from_ref(position))? {
            Datum::Int(number) => u64::try_from(number).ok(),
            _ => None,
        })
    }

    /// Reads a position: by the file's own `read`, else as a number or tuple, else as a string.
    pub(crate) fn read(&self, input: &Input<'_>) -> Result<Datum, ParseError> {
        let text = input.position.0;
        let wrong = |mistake: Mistake| {
            let mut error = input.position_error(mistake.problem.clone());
            error.place = Some(format!("{}:{}", self.page.name, mistake.place));
            error
        };
        if text.is_empty() {
            return Err(input.position_error("the position is empty"));
        }
        let position = if self.hooks.read {
            self.hook("read", &[Datum::Text(text.into())]).map_err(wrong)?
        } else {
            literal(text)
        };
        if position == Datum::None {
            return Err(input
                .position_error("this is not a position of these rules")
                .help(Text::known(self.page.notation)));
        }
        if !self.heaps {
            return Ok(position);
        }
        let mut heaps = match position {
            Datum::Tuple(heaps) => heaps.to_vec(),
            one => vec![one],
        };
        heaps.sort_unstable();
        Ok(Datum::Tuple(heaps.into()))
    }

    fn written(&self, position: &Datum) -> String {
        if self.hooks.write
            && let Ok(Datum::Text(text)) = self.hook("write", std::slice::from_ref(position))
        {
            return text.to_string();
        }
        match position {
            Datum::Tuple(items) if self.heaps && items.len() == 1 => items[0].to_string(),
            Datum::Tuple(items) if items.len() > 1 => {
                let text = position.to_string();
                text[1..text.len() - 1].to_owned()
            }
            other => other.to_string(),
        }
    }
}

/// The value that a text writes: numbers, strings in quotes, tuples and lists of them; anything else is a string itself.
pub(crate) fn literal(text: &str) -> Datum {
    let limits = Limits { steps: 100_000, bytes: 1_000_000, depth: 10 };
    let safe = text.chars().all(|c| c.is_ascii_digit() || "-+,()[]{}'\" :_".contains(c) || c.is_alphabetic());
    let numeric = text.starts_with(|c: char| c.is_ascii_digit() || "-([{'\"".contains(c));
    if safe && numeric {
        let script = Script::read(&format!("value = ({text}\n)"));
        if let Ok(value) = script.and_then(|script| script.global("value", limits)) {
            return value;
        }
    }
    Datum::Text(text.into())
}

/// A game of functions, `PARTISAN` or not.
#[derive(Clone, Debug)]
pub(crate) struct FunctionGame<const PARTISAN: bool>(pub Arc<FunctionRules>);

impl<const PARTISAN: bool> PartialEq for FunctionGame<PARTISAN> {
    fn eq(&self, other: &Self) -> bool {
        self.0.id == other.0.id
    }
}

impl<const PARTISAN: bool> FunctionGame<PARTISAN> {
    /// What the file states about a position; a statement that fails is not used.
    fn stated(&self, position: &Datum) -> Option<u64> {
        if PARTISAN || !self.0.hooks.nimber {
            return None;
        }
        // A statement that cannot be worked out states nothing; `check` tells why.
        let Ok(nimber) = self.0.stated_nimber(position) else { return None };
        nimber
    }
}

impl<const PARTISAN: bool> Rules for FunctionGame<PARTISAN> {
    type Position = Datum;
    type Move = Datum;
    const KIND: Kind = if PARTISAN { Kind::Partisan } else { Kind::Impartial };

    fn moves(&self, position: &Datum, player: Player, moves: &mut Vec<Datum>) -> Result<(), Refusal> {
        self.0.options(position, player, moves).map_err(|mistake| {
            let mistake = mistake.at_position(self.0.written(position));
            Refusal::failed(
                Text::new("{file}:{place}: {problem}")
                    .with("file", self.0.page.name)
                    .with("place", mistake.place)
                    .with_text("problem", mistake.text()),
            )
        })
    }

    fn play(&self, position: &mut Datum, played: &Datum) {
        position.clone_from(played);
    }

    /// The heaps, or what the file's `split` says. Where that fails the position stays whole, which is always right.
    fn split(&self, position: &Datum, parts: &mut Vec<Datum>) {
        if self.0.heaps
            && let Datum::Tuple(heaps) = position
        {
            parts.extend(heaps.iter().map(|heap| Datum::Tuple([heap.clone()].into())));
            return;
        }
        match self.0.hooks.split.then(|| self.0.parts(position)) {
            Some(Ok(found)) => parts.extend(found),
            _ => parts.push(position.clone()),
        }
    }

    fn canonicalise(&self, position: &mut Datum) {
        if self.0.hooks.images
            && let Ok(images) = self.0.images(position)
            && let Some(least) = images.into_iter().min()
            && least < *position
        {
            *position = least;
        }
    }

    fn theorem(&self, position: &Datum, play: Play) -> Option<Theorem<Datum>> {
        if play != Play::Normal {
            return None;
        }
        let nimber = self.stated(position)?;
        let reason = Text::new("the file states the nimber {nimber}").with("nimber", nimber);
        Some(Theorem { known: Known::Nimber(nimber), reason, winning: None })
    }

    fn position_bytes(&self, position: &Datum) -> usize {
        size_of::<Datum>() + position.bytes()
    }
}

impl<const PARTISAN: bool> ImpartialHints for FunctionGame<PARTISAN> {
    fn closed_form(&self, position: &Datum) -> Option<u64> {
        self.stated(position)
    }
}

impl<const PARTISAN: bool> PartisanHints for FunctionGame<PARTISAN> {}

impl<const PARTISAN: bool> Game for FunctionGame<PARTISAN> {
    const INFO: Info = NO_INFO;

    fn page(&self) -> Page<'_> {
        self.0.page
    }

    fn read(input: &Input<'_>) -> Result<(Self, Datum), ParseError> {
        Err(input.position_error("these rules are read from a file"))
    }

    fn arguments(&self) -> Option<String> {
        self.0.arguments.clone()
    }

    fn write(&self, position: &Datum) -> String {
        self.0.written(position)
    }

    fn label(&self, position: &Datum, played: &Datum) -> String {
        if self.0.hooks.label
            && let Ok(Datum::Text(label)) = self.0.hook("label", &[position.clone(), played.clone()])
        {
            return label.to_string();
        }
        format!("to {}", self.0.written(played))
    }

    fn small() -> Vec<String> {
        Vec::new()
    }
}
