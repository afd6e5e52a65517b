//! Certificates prove what is true, survive writing and reading, and are rejected when anything is altered.

use grundy_game::{Kind, NoFiles, Play};
use grundy_solve::{Certificate, Claim, Engine, Flaw, Position, Proved, check, prove};

fn read(text: &str) -> Result<Position, String> {
    grundy_games::parse(text, &NoFiles).map_err(|error| error.to_string())
}

fn proved(text: &str, play: Play) -> Certificate {
    prove(&read(text).unwrap(), &Engine { play, threads: 1, ..Engine::default() }).unwrap()
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

/// A forger can mend the checksum; false claims are still found out, field by field.
#[test]
fn forged_claims_do_not_follow() {
    for text in POSITIONS {
        let honest = proved(text, Play::Normal);
        let Proved::Nimber(nimber) = honest.proved else { panic!("{text}: no nimber") };
        for wrong in (0..5).filter(|&wrong| wrong != nimber) {
            let forged = Certificate { proved: Proved::Nimber(wrong), ..honest.clone() };
            assert_eq!(check(&forged, &read), Err(Flaw::NotProved), "{text}");
        }
        for (index, (claim, about)) in honest.claims.iter().enumerate() {
            let truth = grundy_solve::nimber(&read(about).unwrap(), &Engine::default()).unwrap().value.unwrap();
            let truth: u64 = truth.trim_start_matches('*').parse().unwrap();
            let lies = match claim {
                Claim::Is(nimber) => vec![Claim::Is(nimber + 1), Claim::IsNot(*nimber), Claim::Lost],
                _ => vec![Claim::IsNot(truth), Claim::Is(truth + 1), Claim::Lost],
            };
            for lie in lies {
                let mut forged = honest.clone();
                forged.claims[index].0 = lie;
                assert!(check(&forged, &read).is_err(), "{text}: {lie:?} on {about}");
            }
        }
        assert_eq!(check(&Certificate { play: Play::Misere, ..honest.clone() }, &read), Err(Flaw::Unfit));
        assert!(check(&Certificate { position: "nim:77".to_owned(), ..honest.clone() }, &read).is_err());
    }
}

#[test]
fn forged_winners_do_not_follow() {
    for text in POSITIONS {
        let honest = proved(text, Play::Misere);
        let Proved::FirstWins(first) = honest.proved else { panic!("{text}: no winner") };
        assert!(check(&Certificate { proved: Proved::FirstWins(!first), ..honest.clone() }, &read).is_err(), "{text}");
        for index in 0..honest.claims.len() {
            let mut forged = honest.clone();
            forged.claims[index].1 = "nim:5".to_owned();
            assert!(check(&forged, &read).is_err(), "{text}: claim {index}");
        }
    }
}

#[test]
fn a_certificate_reads_well() {
    insta::assert_snapshot!(proved("nim:2,1", Play::Normal).to_string(), @r"
    grundy certificate 1
    position nim:2,1
    play normal
    nimber 3
    = 2 nim:2
    = 1 nim:1
    end 2 0ba74fd91272a8cd
    ");
}
