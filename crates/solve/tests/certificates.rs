//! Certificates prove what is true, survive writing and reading, and are rejected when anything is altered.

use grundy_game::{Kind, NoFiles, Outcome, Play, Player};
use grundy_solve::{Certificate, Claim, Flaw, Position, Proved, Settings, answer, check, prove};

fn read(text: &str) -> Result<Position, String> {
    grundy_games::parse(text, &NoFiles).map_err(|error| error.to_string())
}

fn proved(text: &str, play: Play) -> Certificate {
    prove(&read(text).unwrap(), &Settings { play, threads: 1, ..Settings::default() }).unwrap()
}

const POSITIONS: [&str; 6] =
    ["nim:3,5,4", "cram:3x4", "wythoff:3,4", "nim:2,1 + cram:2x3", "digraph:a>b,a>c,b>c@a", "cram:..#|...|#.. + nim:2"];

#[test]
fn certificates_check_and_survive_writing() {
    for text in POSITIONS {
        for play in [Play::Normal, Play::Misere] {
            let certificate = proved(text, play);
            assert_eq!(check(&certificate, &read), Ok(()), "{text} {play}");
            assert_eq!(Certificate::read(&certificate.to_string()), Ok(certificate), "{text} {play}");
        }
    }
}

#[test]
fn every_small_position_of_every_impartial_game_can_be_certified() {
    for entry in grundy_games::entries() {
        for text in (entry.small)().into_iter().step_by(11) {
            let position = read(&text).unwrap();
            if position.kind() != Kind::Impartial {
                continue;
            }
            for play in [Play::Normal, Play::Misere] {
                assert_eq!(check(&proved(&text, play), &read), Ok(()), "{text} {play}");
            }
        }
    }
}

/// Any single byte changed, removed or doubled makes the text no certificate or one that proves nothing.
#[test]
fn no_byte_can_be_altered() {
    for play in [Play::Normal, Play::Misere] {
        let text = proved("nim:2,1 + cram:2x3", play).to_string();
        for at in 0..text.len() {
            for byte in [b'0', b'1', b'.', b'#', b' ', b'\n', b'='] {
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
        let verdict =
            Certificate::read(&altered).map_err(drop).and_then(|read_back| check(&read_back, &read).map_err(drop));
        assert!(verdict.is_err(), "accepted:\n{altered}");
    }
}

/// What is true, from the search alone.
fn nimber_of(text: &str) -> Option<u64> {
    let answer = grundy_solve::nimber(&read(text).ok()?, &Settings::default()).ok()?;
    answer.value?.nimber()
}

fn first_wins(text: &str, play: Play) -> Option<bool> {
    let answer = answer(&read(text).ok()?, &Settings { play, threads: 1, ..Settings::default() }).ok()?;
    answer.outcome.map(|outcome| outcome == Outcome::First)
}

fn is_true(claim: Claim, about: &str, play: Play) -> bool {
    match claim {
        Claim::Is(nimber) => nimber_of(about) == Some(nimber),
        Claim::Lost => first_wins(about, play) == Some(false),
    }
}

/// Other positions that a forger might write: the options, some of other games, sums, and what is none at all.
fn elsewhere(text: &str) -> Vec<String> {
    let options = read(text).unwrap().moves(Player::Left).unwrap();
    let others =
        ["nim:5", "nim:2,2", "cram:2x2", "cram:3x4", "wythoff:1,2", "digraph:a>b@a", "nim:1 + nim:3", "nim:", ""];
    options.iter().map(|option| option.to.to_string()).chain(others.map(str::to_owned)).collect()
}

/// A forger can mend the checksum; whatever is made untrue is still found out, field by field.
#[test]
fn forged_nimbers_do_not_follow() {
    let mut lies = [0; 3];
    for text in POSITIONS {
        let honest = proved(text, Play::Normal);
        let Proved::Nimber(nimber) = honest.proved else { panic!("{text}: no nimber") };
        for wrong in (0..5).filter(|&wrong| wrong != nimber) {
            let forged = Certificate { proved: Proved::Nimber(wrong), ..honest.clone() };
            assert_eq!(check(&forged, &read), Err(Flaw::NotProved), "{text}");
        }
        for first in [false, true] {
            let forged = Certificate { proved: Proved::FirstWins(first), ..honest.clone() };
            assert!(check(&forged, &read).is_err(), "{text}: a winner from nimbers");
        }
        assert_eq!(check(&Certificate { play: Play::Misere, ..honest.clone() }, &read), Err(Flaw::Unfit));
        for position in elsewhere(text).into_iter().filter(|position| nimber_of(position) != Some(nimber)) {
            let forged = Certificate { position, ..honest.clone() };
            assert!(check(&forged, &read).is_err(), "{text} as {}", forged.position);
            lies[0] += 1;
        }
        for (index, (claim, about)) in honest.claims.iter().enumerate() {
            let truth = nimber_of(about).unwrap();
            for lie in (0..truth + 4).filter(|&lie| lie != truth).map(Claim::Is).chain([Claim::Lost]) {
                reject_claim(&honest, index, lie, about);
                lies[1] += 1;
            }
            for other in elsewhere(about).iter().filter(|other| !is_true(*claim, other, Play::Normal)) {
                reject_claim(&honest, index, *claim, other);
                lies[2] += 1;
            }
        }
        // Without one of the other claims the rest may do; the first is on a component of the position itself.
        let mut shorter = honest.clone();
        shorter.claims.remove(0);
        assert!(check(&shorter, &read).is_err(), "{text}");
    }
    assert!(lies.iter().all(|&count| count > 50), "{lies:?}");
}

#[test]
fn forged_winners_do_not_follow() {
    let mut lies = [0; 3];
    for text in POSITIONS {
        let honest = proved(text, Play::Misere);
        let Proved::FirstWins(first) = honest.proved else { panic!("{text}: no winner") };
        assert!(check(&Certificate { proved: Proved::FirstWins(!first), ..honest.clone() }, &read).is_err(), "{text}");
        for nimber in 0..4 {
            let forged = Certificate { proved: Proved::Nimber(nimber), ..honest.clone() };
            assert_eq!(check(&forged, &read), Err(Flaw::Unfit), "{text}");
        }
        if first_wins(text, Play::Normal) != Some(first) {
            assert!(check(&Certificate { play: Play::Normal, ..honest.clone() }, &read).is_err(), "{text}");
        }
        for position in elsewhere(text).into_iter().filter(|position| first_wins(position, Play::Misere) != Some(first))
        {
            let forged = Certificate { position, ..honest.clone() };
            assert!(check(&forged, &read).is_err(), "{text} as {}", forged.position);
            lies[0] += 1;
        }
        for (index, (claim, about)) in honest.claims.iter().enumerate() {
            for lie in (0..4).map(Claim::Is) {
                reject_claim(&honest, index, lie, about);
                lies[1] += 1;
            }
            for other in elsewhere(about).iter().filter(|other| !is_true(*claim, other, Play::Misere)) {
                reject_claim(&honest, index, *claim, other);
                lies[2] += 1;
            }
        }
    }
    assert!(lies.iter().all(|&count| count > 50), "{lies:?}");
}

/// A forger may write positions with more moves than any machine can list.
#[test]
fn positions_with_too_many_moves_are_refused() {
    let (huge, moves) = ("nim:1000000000000", 1_000_000_000_000);
    for (play, proved, claim) in
        [(Play::Normal, Proved::Nimber(moves), Claim::Is(moves)), (Play::Misere, Proved::FirstWins(true), Claim::Lost)]
    {
        for position in [huge, "nim:1"] {
            let claims = vec![(claim, huge.to_owned())];
            let forged = Certificate { position: position.to_owned(), play, proved, claims };
            assert_eq!(check(&forged, &read), Err(Flaw::TooManyMoves(huge.to_owned(), moves)), "{position}, {play}");
        }
    }
}

fn reject_claim(honest: &Certificate, index: usize, claim: Claim, about: &str) {
    let mut forged = honest.clone();
    forged.claims[index] = (claim, about.to_owned());
    assert!(check(&forged, &read).is_err(), "{}: {claim:?} on `{about}`", honest.position);
}

#[test]
fn a_certificate_reads_well() {
    insta::assert_snapshot!(proved("nim:2,1", Play::Normal).to_string(), @r"
    grundy certificate 2
    position nim:2,1
    play normal
    nimber 3
    = 2 nim:2
    = 1 nim:1
    end 2 fde680278fefb1be
    ");
}
