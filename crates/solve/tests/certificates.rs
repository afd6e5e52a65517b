//! Certificates prove what is true, survive writing and reading, and are refused when anything is altered.

use grundy_budget::{Budget, Exhausted, Limits};
use grundy_game::{Kind, NoFiles, Outcome, Play, Player};
use grundy_solve::{
    Certificate, Flaw, NimberProof, OutcomeProof, Position, Settings, ValueProof, answer, check, prove, prove_nimber,
    prove_outcome, prove_value,
};
use std::collections::BTreeSet;

fn read(text: &str) -> Result<Position, String> {
    grundy_games::parse(text, &NoFiles).map_err(|error| error.to_string())
}

fn settings(play: Play) -> Settings {
    Settings { play, threads: 1, ..Settings::default() }
}

fn verdict(certificate: &Certificate) -> Result<(), Flaw> {
    check(certificate, &read, &Budget::unlimited())
}

fn nimber(text: &str) -> NimberProof {
    match prove_nimber(&read(text).unwrap(), &settings(Play::Normal)).unwrap() {
        Certificate::Nimber(proof) => proof,
        other => panic!("{other:?}"),
    }
}

fn outcome(text: &str, play: Play) -> OutcomeProof {
    match prove_outcome(&read(text).unwrap(), &settings(play)).unwrap() {
        Certificate::Outcome(proof) => proof,
        other => panic!("{other:?}"),
    }
}

fn value(text: &str) -> ValueProof {
    match prove_value(&read(text).unwrap(), &settings(Play::Normal)).unwrap() {
        Certificate::Value(proof) => proof,
        other => panic!("{other:?}"),
    }
}

const POSITIONS: [&str; 6] =
    ["nim:3,5,4", "cram:3x4", "wythoff:3,4", "nim:2,1 + cram:2x3", "digraph:a>b,a>c,b>c@a", "cram:..#|...|#.. + nim:2"];

const PARTISAN: [&str; 6] = [
    "domineering:2x3",
    "hackenbush:lrl",
    "toads:TT_FF",
    "domineering:3x3 + toads:T_F",
    "hackenbush:lr + nim:2 + 1/2",
    "clobber:xox|oxo",
];

#[test]
fn certificates_check_and_survive_writing() {
    for text in POSITIONS.iter().chain(&PARTISAN) {
        for play in [Play::Normal, Play::Misere] {
            let position = read(text).unwrap();
            let mut certificates = vec![prove_outcome(&position, &settings(play)).unwrap()];
            if play == Play::Normal {
                certificates.push(prove(&position, &settings(play)).unwrap());
                certificates.push(prove_value(&position, &settings(play)).unwrap());
            }
            for certificate in certificates {
                assert_eq!(verdict(&certificate), Ok(()), "{certificate}");
                assert_eq!(Certificate::read(&certificate.to_string()), Ok(certificate), "{text} {play}");
            }
        }
    }
}

#[test]
fn every_small_position_of_every_game_can_be_certified() {
    let mut failures = Vec::new();
    for entry in grundy_games::entries() {
        for text in (entry.small)().into_iter().step_by(11) {
            let position = read(&text).unwrap();
            let mut made = Vec::new();
            for play in [Play::Normal, Play::Misere] {
                made.push(("chosen", play, prove(&position, &settings(play))));
                made.push(("outcome", play, prove_outcome(&position, &settings(play))));
            }
            if position.kind() == Kind::Partisan && !position.may_be_drawn() {
                made.push(("value", Play::Normal, prove_value(&position, &settings(Play::Normal))));
            }
            for (kind, play, certificate) in made {
                match certificate.as_ref().map(verdict) {
                    Ok(Ok(())) => {}
                    wrong => failures.push(format!("{text} {play} {kind}: {wrong:?}")),
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Sums of games whose arguments differ, and names that look like notation.
#[test]
fn sums_of_digraphs_posets_and_formulas_are_proved() {
    for text in [
        "digraph:a>b@a + digraph:c>d,d>e@c",
        "digraph:a>b@a + digraph:a>b,b>c@a",
        "poset:a<b + poset:a<b,b<c",
        "formula:\"E x : (x)\" + formula:\"A x E y : (x|y)\"",
        "digraph:r>x%40y,x%40y>t@r",
    ] {
        let Ok(position) = read(text) else { panic!("{text}: {:?}", read(text)) };
        for play in [Play::Normal, Play::Misere] {
            let certificate = prove(&position, &settings(play)).unwrap();
            assert_eq!(verdict(&certificate), Ok(()), "{certificate}");
            let again = Certificate::read(&certificate.to_string()).unwrap();
            assert_eq!(verdict(&again), Ok(()), "{certificate}");
        }
    }
}

/// Boards that fall into many components: what covers a sum while a proof grows must cover it in the end.
#[test]
fn boards_that_fall_apart_are_proved() {
    for (text, outcome) in [("domineering:5x5", Outcome::Second), ("domineering:4x6", Outcome::First)] {
        let proof = prove_outcome(&read(text).unwrap(), &settings(Play::Normal)).unwrap();
        let Certificate::Outcome(proved) = &proof else { panic!("{proof:?}") };
        assert_eq!(proved.outcome, outcome, "{text}");
        assert_eq!(verdict(&proof), Ok(()), "{text}");
    }
}

/// Positions whose moves cannot be listed are never taken for finished ones.
#[test]
fn what_cannot_be_listed_is_not_proved() {
    for text in ["impartial(nim):2000000", "impartial(euclid):99999999,1", "impartial(octal(0.77)):5000000"] {
        let Ok(position) = read(text) else { continue };
        for play in [Play::Normal, Play::Misere] {
            assert!(prove_outcome(&position, &settings(play)).is_err(), "{text}");
            assert!(position.kind() == Kind::Partisan || prove_nimber(&position, &settings(play)).is_err(), "{text}");
        }
        let claims = vec![(0, text.to_owned())];
        let forged = Certificate::Nimber(NimberProof { position: text.to_owned(), nimber: 0, claims });
        assert!(verdict(&forged).is_err(), "{text}");
        for (play, who) in [(Play::Normal, Outcome::Second), (Play::Misere, Outcome::First)] {
            let forged =
                OutcomeProof { position: text.to_owned(), play, outcome: who, claims: vec![(None, text.to_owned())] };
            assert!(verdict(&Certificate::Outcome(forged)).is_err(), "{text}");
        }
    }
}

/// Any single byte changed, removed or doubled makes the text no certificate or one that proves nothing.
#[test]
fn no_byte_can_be_altered() {
    let texts = [
        Certificate::Nimber(nimber("nim:2,1 + cram:2x3")).to_string(),
        Certificate::Outcome(outcome("nim:2,1 + cram:2x3", Play::Misere)).to_string(),
        Certificate::Outcome(outcome("domineering:2x3", Play::Normal)).to_string(),
        Certificate::Value(value("hackenbush:lrl")).to_string(),
    ];
    for text in texts {
        for at in 0..text.len() {
            for byte in [b'0', b'1', b'.', b'#', b' ', b'\n', b'=', b'L', b'R', b'\r'] {
                let mut altered = text.clone().into_bytes();
                altered[at] = byte;
                reject(&text, altered);
            }
            let mut shorter = text.clone().into_bytes();
            let removed = shorter.remove(at);
            reject(&text, shorter);
            let mut longer = text.clone().into_bytes();
            longer.insert(at, removed);
            reject(&text, longer);
        }
    }
}

fn reject(original: &str, altered: Vec<u8>) {
    let Ok(altered) = String::from_utf8(altered) else { return };
    if altered != original {
        let accepted = Certificate::read(&altered).is_ok_and(|certificate| verdict(&certificate).is_ok());
        assert!(!accepted, "accepted:\n{altered}");
    }
}

/// What is true, from the search alone.
fn nimber_of(text: &str) -> Option<u64> {
    let answer = grundy_solve::nimber(&read(text).ok()?, &Settings::default()).ok()?;
    answer.value?.nimber()
}

fn outcome_of(text: &str, play: Play) -> Option<Outcome> {
    answer(&read(text).ok()?, &settings(play)).ok()?.outcome
}

/// Other positions that a forger might write: the options, some of other games, sums, and what is none at all.
fn elsewhere(text: &str) -> Vec<String> {
    let position = read(text).unwrap();
    let options = Player::BOTH.into_iter().flat_map(|player| position.moves(player).unwrap());
    let others = [
        "nim:5",
        "nim:2,2",
        "cram:2x2",
        "cram:3x4",
        "wythoff:1,2",
        "digraph:a>b@a",
        "nim:1 + nim:3",
        "nim:",
        "",
        "domineering:2x2",
        "domineering:1x4",
        "hackenbush:l",
        "toads:T_F",
        "1",
        "-1/2",
    ];
    options.map(|option| option.to.to_string()).chain(others.map(str::to_owned)).collect()
}

/// A forger can mend the checksum; whatever is made untrue is still found out, field by field.
#[test]
fn forged_nimbers_do_not_follow() {
    let mut lies = [0; 3];
    for text in POSITIONS {
        let honest = nimber(text);
        for wrong in (0..5).filter(|&wrong| wrong != honest.nimber) {
            let forged = NimberProof { nimber: wrong, ..honest.clone() };
            assert_eq!(verdict(&Certificate::Nimber(forged)), Err(Flaw::NotProved), "{text}");
        }
        for position in elsewhere(text).into_iter().filter(|position| nimber_of(position) != Some(honest.nimber)) {
            let forged = NimberProof { position, ..honest.clone() };
            assert!(verdict(&Certificate::Nimber(forged.clone())).is_err(), "{text} as {}", forged.position);
            lies[0] += 1;
        }
        for (index, (claimed, about)) in honest.claims.iter().enumerate() {
            let reject = |claim: (u64, String)| {
                let mut forged = honest.clone();
                forged.claims[index] = claim.clone();
                assert!(verdict(&Certificate::Nimber(forged)).is_err(), "{text}: {claim:?}");
            };
            for lie in (0..claimed + 4).filter(|lie| lie != claimed) {
                reject((lie, about.clone()));
                lies[1] += 1;
            }
            for other in elsewhere(about).iter().filter(|other| nimber_of(other) != Some(*claimed)) {
                reject((*claimed, other.clone()));
                lies[2] += 1;
            }
        }
        // Without one of the other claims the rest may do; the first is on a component of the position itself.
        let mut shorter = honest.clone();
        shorter.claims.remove(0);
        assert!(verdict(&Certificate::Nimber(shorter)).is_err(), "{text}");
    }
    assert!(lies.iter().all(|&count| count > 50), "{lies:?}");
}

/// The same for outcomes of both kinds of games under both play rules.
#[test]
fn forged_outcomes_do_not_follow() {
    let mut lies = [0; 3];
    for (text, play) in POSITIONS.iter().chain(&PARTISAN).flat_map(|text| Play::ALL.map(|play| (*text, play))) {
        let honest = outcome(text, play);
        let reject = |forged: OutcomeProof| {
            assert!(verdict(&Certificate::Outcome(forged.clone())).is_err(), "{}", Certificate::Outcome(forged));
        };
        for lie in Outcome::ALL.into_iter().filter(|&lie| lie != honest.outcome) {
            reject(OutcomeProof { outcome: lie, ..honest.clone() });
        }
        for other in Play::ALL.into_iter().filter(|&other| outcome_of(text, other) != Some(honest.outcome)) {
            reject(OutcomeProof { play: other, ..honest.clone() });
        }
        for position in elsewhere(text).into_iter().filter(|other| outcome_of(other, play) != Some(honest.outcome)) {
            reject(OutcomeProof { position, ..honest.clone() });
            lies[0] += 1;
        }
        for (index, (player, about)) in honest.claims.iter().enumerate() {
            let with = |player: Option<Player>, about: &str| {
                let mut forged = honest.clone();
                forged.claims[index] = (player, about.to_owned());
                forged
            };
            let loses = |player: Option<Player>, about: &str| {
                outcome_of(about, play).is_some_and(|outcome| !outcome.wins_first(player.unwrap_or(Player::Left)))
            };
            for lie in [None, Some(Player::Left), Some(Player::Right)] {
                if lie != *player && (lie.is_none() != player.is_none() || !loses(lie, about)) {
                    reject(with(lie, about));
                    lies[1] += 1;
                }
            }
            for other in elsewhere(about).iter().filter(|other| !loses(*player, other)) {
                reject(with(*player, other));
                lies[2] += 1;
            }
        }
    }
    assert!(lies.iter().all(|&count| count > 50), "{lies:?}");
}

/// A text with the last line that belongs to it.
fn mended(lines: &[String]) -> String {
    let body = lines.join("\n") + "\n";
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let checksum = body.bytes().fold(0xcbf2_9ce4_8422_2325, fnv);
    format!("{body}end {} {checksum:016x}\n", lines.len())
}

/// Partisan and misère certificates: whichever word is altered, and whatever is put in its place, they are refused; so are
/// they with a line more, a line less, or two lines exchanged for one. Only the order of claims does not matter.
#[test]
fn no_field_can_be_altered() {
    let certificates = [
        Certificate::Outcome(outcome("domineering:2x3", Play::Normal)),
        Certificate::Outcome(outcome("hackenbush:lrl", Play::Misere)),
        Certificate::Outcome(outcome("cram:2x3", Play::Misere)),
        Certificate::Outcome(outcome("toads:TT_FF", Play::Misere)),
        Certificate::Outcome(outcome("domineering:3x3 + toads:T_F", Play::Normal)),
        Certificate::Value(value("hackenbush:lrl")),
    ];
    let others =
        ["L", "R", "-", "first", "second", "left", "right", "normal", "misere", "0", "1", "nothing", "nim:1", "1/2"];
    for certificate in certificates {
        let text = certificate.to_string();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.pop();
        assert_eq!(mended(&lines), text);
        let words: BTreeSet<&str> = text.split_whitespace().chain(others).collect();
        let refused = |altered: &[String]| {
            let altered = mended(altered);
            let accepted = Certificate::read(&altered).is_ok_and(|certificate| verdict(&certificate).is_ok());
            assert!(!accepted, "accepted in place of\n{text}:\n{altered}");
        };
        for at in 0..lines.len() {
            let fields: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
            for (field, word) in (0..fields.len()).flat_map(|field| words.iter().map(move |word| (field, *word))) {
                if fields[field] != word {
                    let mut altered = fields.clone();
                    altered[field] = word.to_owned();
                    let mut forged = lines.clone();
                    forged[at] = altered.join(" ");
                    refused(&forged);
                }
            }
            let mut shorter = lines.clone();
            let line = shorter.remove(at);
            refused(&shorter);
            let mut longer = lines.clone();
            longer.insert(at, line);
            refused(&longer);
        }
    }
}

#[test]
fn forged_values_do_not_follow() {
    let values = ["0", "1", "-1", "1/2", "*", "*2", "{0|*}", "{1|-1}", "{1|0}", "{0|1}", "2"];
    for text in PARTISAN {
        let honest = value(text);
        let reject = |forged: ValueProof| {
            assert!(verdict(&Certificate::Value(forged.clone())).is_err(), "{}", Certificate::Value(forged));
        };
        // An unequal value is refused however it is written; so is an equal one that the claims are not about.
        for lie in values.into_iter().filter(|&lie| lie != honest.value) {
            reject(ValueProof { value: lie.to_owned(), ..honest.clone() });
            let mut forged = ValueProof { value: lie.to_owned(), ..honest.clone() };
            let claims = Player::BOTH.map(|player| (player, text.to_owned(), lie.to_owned()));
            forged.claims.extend(claims);
            let mut store = grundy_value::Store::default();
            let (a, b) = (store.parse(lie).unwrap(), store.parse(&honest.value).unwrap());
            if a != b {
                reject(forged);
            }
        }
        for without in 0..2.min(honest.claims.len()) {
            let mut shorter = honest.clone();
            shorter.claims.remove(without);
            reject(shorter);
        }
        for (index, (player, ..)) in honest.claims.iter().enumerate().take(2) {
            let mut forged = honest.clone();
            forged.claims[index].0 = player.other();
            reject(forged);
        }
    }
}

/// A forger may write positions with more moves than any machine can list.
#[test]
fn positions_with_too_many_moves_are_refused() {
    let huge = "nim:1000000000000";
    for position in [huge, "nim:1"] {
        let claims = vec![(1_000_000_000_000, huge.to_owned())];
        let forged = NimberProof { position: position.to_owned(), nimber: 1_000_000_000_000, claims };
        assert!(matches!(verdict(&Certificate::Nimber(forged)), Err(Flaw::Refused(_))));
        let claims = vec![(None, huge.to_owned())];
        let forged =
            OutcomeProof { position: position.to_owned(), play: Play::Misere, outcome: Outcome::Second, claims };
        let refused = verdict(&Certificate::Outcome(forged));
        // The walk from a small position never comes to the large one.
        let expected = |flaw: &Flaw| matches!(flaw, Flaw::Refused(_)) || position != huge;
        assert!(refused.as_ref().is_err_and(expected), "{refused:?}");
    }
}

/// The checker stops when its budget does.
#[test]
fn the_checker_keeps_to_its_budget() {
    let certificates = [
        prove(&read("cram:4x4").unwrap(), &settings(Play::Normal)).unwrap(),
        prove(&read("cram:3x4").unwrap(), &settings(Play::Misere)).unwrap(),
        prove(&read("domineering:4x4").unwrap(), &settings(Play::Normal)).unwrap(),
        Certificate::Value(value("domineering:3x3")),
    ];
    for certificate in certificates {
        let small = Budget::new(Limits { positions: Some(5), ..Limits::default() });
        assert_eq!(check(&certificate, &read, &small), Err(Flaw::Exhausted(Exhausted::Positions)));
        let small = Budget::new(Limits { memory: Some(100), ..Limits::default() });
        assert_eq!(check(&certificate, &read, &small), Err(Flaw::Exhausted(Exhausted::Memory)));
        assert_eq!(small.memory(), 0, "what was reserved is given back");
        let cancelled = Budget::unlimited();
        cancelled.cancel();
        assert_eq!(check(&certificate, &read, &cancelled), Err(Flaw::Exhausted(Exhausted::Cancelled)));
    }
}

#[test]
fn a_certificate_reads_well() {
    let text = Certificate::Nimber(nimber("nim:2,1")).to_string();
    let expected = "grundy certificate 3\n\
                    kind nimber\n\
                    position nim:2,1\n\
                    nimber 3\n\
                    = 2 nim:2\n\
                    = 1 nim:1\n\
                    end 6 32b39bd445fde633\n";
    assert_eq!(text, expected);
}
