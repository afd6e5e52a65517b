//! Nimber sequences and periods against definition and published tables.

use std::fs;
use std::path::Path;

use grundy_budget::Budget;
use grundy_heap::{
    Archive, HeapError, LongSequence, MemoryArchive, Rule, Sequence, Theorem, naive_nimbers, nimber_at, nimbers,
};
use proptest::prelude::*;

/// The rows of a reference table, without its header.
fn table(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/reference").join(name);
    let text = fs::read_to_string(path).expect("the reference tables lie in tests/reference");
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn rule(text: &str) -> Rule {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn list(text: &str) -> Vec<u16> {
    text.split(',').map(|number| number.trim().parse().unwrap()).collect()
}

/// Checks one row of nimbers from heap 1 on.
fn check_nimbers(text: &str, expected: &str) {
    let expected = list(expected);
    let found = nimbers(&rule(text), expected.len() as u64, &Budget::unlimited()).unwrap().to_vec();
    assert_eq!(found[1..], expected, "{text}");
}

/// Checks one row `period preperiod saltus` or `none found`.
fn check_period(text: &str, heaps: u64, expected: &str) {
    let mut sequence = Sequence::new(rule(text));
    sequence.extend(heaps, &Budget::unlimited()).unwrap();
    let found = sequence.period().map(|p| format!("{} {} {}", p.period, p.preperiod, p.saltus));
    assert_eq!(found.as_deref().unwrap_or("none found"), expected, "{text}");
}

#[test]
fn octal_nimbers() {
    for row in table("octal_nimbers.tsv") {
        check_nimbers(&row[0], &row[2]);
    }
}

#[test]
fn octal_periods() {
    for row in table("octal_periods.tsv") {
        check_period(&row[0], 2500, &row[2]);
    }
}

/// Rows whose published largest nimber is too small, with a heap where the definition itself gives a larger one. Their
/// periods and preperiods are right.
const TOO_SMALL: [(&str, usize, u16); 4] =
    [("0.116", 190, 12), ("4.024", 58, 11), ("4.304", 44, 11), ("4.726", 16, 11)];

/// Heaps up to which periods are computed here: 0.354 needs twenty million and 0.454 four hundred and fifty, more than a test
/// should take.
const MOST_HEAPS: u64 = 5_000_000;

#[test]
fn octal_known_periods() {
    let mut skipped = Vec::new();
    for row in table("octal_known_periods.tsv") {
        let (period, preperiod): (u64, u64) = (row[1].parse().unwrap(), row[2].parse().unwrap());
        let enough = 2 * preperiod + 2 * period + 10;
        if enough > MOST_HEAPS {
            skipped.push(row[0].clone());
            continue;
        }
        let mut sequence = Sequence::new(rule(&row[0]));
        sequence.extend(enough, &Budget::unlimited()).unwrap();
        let found = sequence.period().unwrap_or_else(|| panic!("{}: no period", row[0]));
        assert_eq!((found.period, found.preperiod), (period, preperiod), "{}", row[0]);
        let largest = (0..sequence.len()).filter_map(|heap| sequence.at(heap)).max().unwrap();
        let published: u64 = row[3].parse().unwrap();
        match TOO_SMALL.iter().find(|(code, ..)| *code == row[0]) {
            None => assert_eq!(published, largest, "{}", row[0]),
            Some(&(code, heap, nimber)) => {
                let naive = naive_nimbers(&rule(code), heap as u64, &Budget::unlimited()).unwrap();
                assert_eq!((naive[heap], largest), (nimber, u64::from(nimber)), "{code}");
                assert!(published < largest, "{code}");
            }
        }
    }
    assert_eq!(skipped, ["0.354", "0.454"]);
}

#[test]
fn subtraction_sets() {
    for row in table("subtraction.tsv") {
        if row[1].starts_with("nimbers") {
            check_nimbers(&row[0], &row[2]);
        } else {
            check_period(&row[0], 2000, &row[2]);
        }
    }
    for row in table("subtraction_periods.tsv") {
        check_period(&row[0], 2000, &format!("{} {} 0", row[1], row[2]));
    }
}

#[test]
fn kayles_and_dawson() {
    for (text, period, last) in [("kayles-row", 12, 70), ("dawson-kayles", 34, 52)] {
        let mut sequence = Sequence::new(rule(text));
        sequence.extend(400, &Budget::unlimited()).unwrap();
        let found = sequence.period().unwrap();
        assert_eq!((found.period, found.last_exception()), (period, Some(last)), "{text}");
    }
}

#[test]
fn painting() {
    for heap in (2..200).step_by(2) {
        assert_ne!(nimber_at(&rule("paint(2)"), heap, &Budget::unlimited()).unwrap(), 0, "{heap}");
    }
    for set in ["1,2", "1-5", "1,2,7"] {
        for heap in 1..100 {
            assert_ne!(nimber_at(&rule(&format!("paint({set})")), heap, &Budget::unlimited()).unwrap(), 0);
        }
    }
}

#[test]
fn huge_heaps() {
    let budget = Budget::unlimited();
    assert_eq!(nimber_at(&rule("1-4"), u64::MAX, &budget), Ok(u64::MAX % 5));
    assert_eq!(nimber_at(&rule("nim"), u64::MAX, &budget), Ok(u64::MAX));
    let small = nimber_at(&rule("0.77"), 1_000_000_000_000 % 12 + 84, &budget);
    assert_eq!(nimber_at(&rule("0.77"), 1_000_000_000_000, &budget), small);
    let limited = Sequence::new(rule("0.06")).reach(u64::MAX, 3000, &budget);
    assert_eq!(limited, Err(HeapError::NoPeriod { heap: u64::MAX, checked: 3000 }));
}

#[test]
fn all_but_sets_are_arithmetic_periodic() {
    let mut sequence = Sequence::new(rule("allbut(2)"));
    sequence.extend(500, &Budget::unlimited()).unwrap();
    let period = *sequence.period().unwrap();
    assert_eq!(period.theorem, Theorem::Exceptions);
    let naive = naive_nimbers(&rule("allbut(2)"), 400, &Budget::unlimited()).unwrap();
    for heap in period.preperiod..400 - period.period {
        let (now, later) = (naive[heap as usize], naive[(heap + period.period) as usize]);
        assert_eq!(u64::from(now) + period.saltus, u64::from(later), "{heap}");
    }
}

/// Options counted by residues are those that the definition lists.
#[test]
fn options_by_residues() {
    for code in ["0.77", "0.137", "0.07", "1,2,5", "4.3", "0.34"] {
        let rule = rule(code);
        let mut sequence = Sequence::new(rule.clone());
        sequence.extend(1500, &Budget::unlimited()).unwrap();
        for (heap, nimber) in (0..400).step_by(7).flat_map(|heap| (0..5).map(move |nimber| (heap, nimber))) {
            let value = |parts: &[u64]| parts.iter().fold(0, |sum, &part| sum ^ sequence.at(part).unwrap());
            let all = grundy_heap::options(&rule, heap, &Budget::unlimited()).unwrap();
            let mut expected: Vec<(u64, Vec<u64>)> = all
                .into_iter()
                .filter(|option| value(&option.heaps) == nimber)
                .map(|option| (option.take, option.heaps))
                .collect();
            let found = sequence.options_to(heap, nimber, usize::MAX >> 8).unwrap();
            let mut listed = found.first.clone();
            expected.sort();
            listed.sort();
            assert_eq!(listed, expected, "{code}, heap {heap}, *{nimber}");
            assert_eq!(found.count, expected.len() as u64);
            let few = sequence.options_to(heap, nimber, 2).unwrap();
            assert_eq!(few.count, found.count);
            assert!(few.first.iter().all(|option| found.first.contains(option)));
        }
    }
}

/// Options of large heaps of a code that grows have the nimber asked for, and every nimber below the mex has one.
#[test]
fn some_options_of_growing_codes() {
    for code in ["0.13ff", "0.ff", "0.8b"] {
        let rule = rule(code);
        let mut sequence = Sequence::new(rule.clone());
        sequence.extend(400, &Budget::unlimited()).unwrap();
        assert!(sequence.period().is_some_and(|period| period.saltus > 0), "{code}");
        for heap in [1_000_000_007, 1_000_000_000_000] {
            let mex = sequence.at(heap).unwrap();
            for nimber in [0, 1, 2, 5, mex / 3, mex / 2 + 1, mex - 2, mex - 1] {
                let found = sequence.some_options_to(heap, nimber, 5).unwrap();
                assert!(!found.is_empty(), "{code}, heap {heap}, *{nimber}");
                for (take, left) in found {
                    assert!(rule.leave(take).allows(left.len() as u64) && left.iter().sum::<u64>() + take == heap);
                    assert_eq!(left.iter().fold(0, |sum, &part| sum ^ sequence.at(part).unwrap()), nimber);
                }
            }
            assert_eq!(sequence.some_options_to(heap, mex, 5), Some(Vec::new()), "{code}, heap {heap}");
        }
    }
}

/// The nimbers of a rule that takes `take` and leaves two heaps (and one, if `one` is set), straight from the mex rule.
fn by_pairs(take: usize, one: bool, distinct: bool, to: usize) -> Vec<u16> {
    let mut values = vec![0u16; take.max(1)];
    for heap in values.len()..=to {
        let total = heap - take;
        let mut seen = vec![false; 4096];
        for low in 1..=total.saturating_sub(usize::from(distinct)) / 2 {
            seen[usize::from(values[low] ^ values[total - low])] = true;
        }
        if one && total > 0 {
            seen[usize::from(values[total])] = true;
        }
        values.push(seen.iter().position(|flag| !flag).unwrap() as u16);
    }
    values
}

/// Long enough for sparse spaces to be chosen and left again, and for nimbers to outgrow a byte.
#[test]
fn long_sequences() {
    for (code, take, one, distinct, to) in
        [("0.6", 1, true, false, 9000), ("0.04", 2, false, false, 10_000), ("grundy", 0, false, true, 5000)]
    {
        let mut fast = Sequence::new(rule(code)).watch_periods(false);
        fast.extend(to / 3, &Budget::unlimited()).unwrap();
        fast.extend(to, &Budget::unlimited()).unwrap();
        assert_eq!(fast.into_nimbers().to_vec(), by_pairs(take, one, distinct, to as usize), "{code}");
    }
}

/// A digit 0 to 7, or now and then a larger one.
fn any_code() -> impl Strategy<Value = String> {
    let digits = prop_oneof![8 => "[0-7]{1,4}", 1 => "[0-9a-f]{1,2}", 1 => "[0-7]{0,2}\\[[0-3]{1,2}\\]", 1 => "[0-7]!?[0-7]=",
        1 => "[0-7][8-9a-f*]\\?[0-7]", 1 => "\\{[0-2],2!,3[?=]?\\+?\\}"];
    (prop_oneof![6 => Just("0"), 1 => Just("4"), 1 => Just("4!"), 1 => Just("c")], digits)
        .prop_map(|(lead, digits)| format!("{lead}.{digits}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn engines_agree_with_the_definition(code in any_code()) {
        let rule = rule(&code);
        let naive = naive_nimbers(&rule, 40, &Budget::unlimited()).unwrap();
        let mut fast = Sequence::new(rule).watch_periods(false);
        fast.extend(40, &Budget::unlimited()).unwrap();
        prop_assert_eq!(fast.into_nimbers().to_vec(), naive);
    }

    #[test]
    fn long_octal_sequences_agree_with_the_definition(code in "0\\.[0-7]{1,3}", frozen in prop::option::of(1u64..9)) {
        let rule = rule(&code).freeze(frozen.as_slice());
        let naive = naive_nimbers(&rule, 700, &Budget::unlimited()).unwrap();
        let mut fast = Sequence::new(rule.clone()).watch_periods(false);
        fast.extend(300, &Budget::unlimited()).unwrap();
        fast.extend(700, &Budget::unlimited()).unwrap();
        prop_assert_eq!(&fast.into_nimbers().to_vec(), &naive);
        prop_assert_eq!(nimbers(&rule, 700, &Budget::unlimited()).unwrap().to_vec(), naive);
    }

    #[test]
    fn a_proved_period_holds(set in prop::collection::btree_set(1u64..30, 1..6)) {
        let set: Vec<_> = set.into_iter().collect();
        let rule = Rule::subtraction(&set);
        let naive = naive_nimbers(&rule, 3000, &Budget::unlimited()).unwrap();
        for heap in (0..3000).step_by(37) {
            prop_assert_eq!(nimber_at(&rule, heap, &Budget::unlimited()).unwrap(), u64::from(naive[heap as usize]));
        }
    }

    #[test]
    fn all_but_periods_hold(set in prop::collection::btree_set(1u64..12, 1..5)) {
        let text = set.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let rule = rule(&format!("allbut({text})"));
        let naive = naive_nimbers(&rule, 600, &Budget::unlimited()).unwrap();
        let mut sequence = Sequence::new(rule);
        for heap in (0..600).rev() {
            prop_assert_eq!(sequence.reach(heap, 1000, &Budget::unlimited()).unwrap(), u64::from(naive[heap as usize]));
        }
    }

    #[test]
    fn no_text_breaks_the_parser(text in "[0-9a-z.,\\-\\[\\]{}()!=*+ ]{0,12}|\\PC{0,12}") {
        if let Ok(rule) = text.parse::<Rule>() {
            let again: Rule = rule.to_string().parse().unwrap();
            prop_assert_eq!(again, rule);
        }
    }
}

/// Hexadecimal codes whose growth is proved, checked far beyond what the proof looked at.
#[test]
fn proved_growth_goes_on() {
    let mut proved = 0;
    for code in (1..256).filter(|code| code & 0x88 != 0).map(|code| format!("0.{code:02x}")) {
        let mut sequence = Sequence::new(rule(&code));
        sequence.extend(100, &Budget::unlimited()).unwrap();
        let Some(period) = sequence.period().copied().filter(|period| period.saltus > 0) else { continue };
        assert_eq!(period.theorem, Theorem::Growth, "{code}");
        proved += 1;
        let mut all = Sequence::new(rule(&code)).watch_periods(false);
        all.extend(3 * period.checked_to, &Budget::unlimited()).unwrap();
        for heap in 0..all.len() {
            assert_eq!(sequence.at(heap), all.at(heap), "{code}, heap {heap}, {period:?}");
        }
    }
    assert!(proved > 50, "{proved}");
}

/// Longer codes, and codes that leave four heaps.
#[test]
fn proved_growth_of_other_codes() {
    for (code, period, saltus) in [("0.13ff", 7, 4), ("0.g", 4, 1), ("0.00h3", 14, 4), ("0.ff", 1, 1)] {
        let mut sequence = Sequence::new(rule(code));
        sequence.extend(200, &Budget::unlimited()).unwrap();
        let found = sequence.period().unwrap_or_else(|| panic!("{code}: no period"));
        assert_eq!((found.period, found.saltus), (period, saltus), "{code}");
        let naive = naive_nimbers(&rule(code), 60, &Budget::unlimited()).unwrap();
        assert!((0..=60).all(|heap| sequence.at(heap) == Some(naive[heap as usize].into())), "{code}");
    }
    let large = nimber_at(&rule("0.13ff"), 7_000_000_000_003, &Budget::unlimited()).unwrap();
    assert_eq!(large, nimber_at(&rule("0.13ff"), 73, &Budget::unlimited()).unwrap() + 4 * 999_999_999_990);
}

/// A hexadecimal code that grows by 3, which is not a power of two: seen, and said not to be proved. Codes that leave at most
/// two heaps are not suspected.
#[test]
fn growth_is_seen() {
    let growth = |code: &str| {
        let mut sequence = Sequence::new(rule(code));
        sequence.extend(500, &Budget::unlimited()).unwrap();
        assert!(sequence.period().is_none_or(|period| period.saltus == 0), "{code}");
        sequence.apparent_growth()
    };
    let seen = growth("0.3f").unwrap();
    assert_eq!((seen.period, seen.saltus), (6, 3));
    let nimbers = naive_nimbers(&rule("0.3f"), 120, &Budget::unlimited()).unwrap();
    for heap in seen.preperiod as usize..=114 {
        assert_eq!(nimbers[heap] + 3, nimbers[heap + 6], "heap {heap}");
    }
    assert_eq!(growth("0.6"), None);
    assert_eq!(growth("0.77"), None);
}

/// The engine over pages finds what the engine in memory finds, also where pages must be fetched again, and carries on from
/// any archive.
#[test]
fn long_sequences_equal_short_ones() {
    for (rule, to) in [("grundy", 700_000), ("0.6", 150_000), ("0.77", 200_000), ("0.07", 100_000), ("1-300", 140_000)]
    {
        let rule: Rule = rule.parse().unwrap();
        let mut short = Sequence::new(rule.clone()).watch_periods(false);
        short.extend(to, &Budget::unlimited()).unwrap();
        let expected = short.into_nimbers().to_vec();
        let mut long = LongSequence::open(&rule, Box::new(MemoryArchive::default()), 0).unwrap();
        for goal in [to / 3, to] {
            long.extend(goal, &Budget::unlimited()).unwrap();
            long.save().unwrap();
        }
        let mut found = Vec::new();
        let gathered = long.each::<HeapError>(0..u64::MAX, |nimbers| {
            found.extend_from_slice(nimbers);
            Ok(())
        });
        gathered.unwrap();
        assert!(found == expected, "{rule}");
        assert_eq!(long.counts().iter().sum::<u64>(), to + 1);
    }
    assert!(LongSequence::open(&"nim".parse().unwrap(), Box::new(MemoryArchive::default()), 0).is_err());
}

/// An archive that fails ends the computation; nothing that follows from it is believed.
#[test]
fn a_failing_archive_is_told() {
    struct Failing(MemoryArchive, u64);
    impl Archive for Failing {
        fn width(&self) -> usize {
            self.0.width()
        }
        fn pages(&self) -> u64 {
            self.0.pages()
        }
        fn read(&self, page: u64, bytes: &mut Vec<u8>) -> std::io::Result<()> {
            self.0.read(page, bytes)
        }
        fn write(&mut self, page: u64, bytes: &[u8]) -> std::io::Result<()> {
            if page >= self.1 { Err(std::io::ErrorKind::StorageFull.into()) } else { self.0.write(page, bytes) }
        }
        fn widen(&mut self) -> std::io::Result<()> {
            self.0.widen()
        }
    }
    let rule: Rule = "grundy".parse().unwrap();
    let mut long = LongSequence::open(&rule, Box::new(Failing(MemoryArchive::default(), 1)), 0).unwrap();
    let error = long.extend(200_000, &Budget::unlimited()).unwrap_err();
    assert!(matches!(error, HeapError::Archive(_)), "{error}");
    assert!(long.extend(200_000, &Budget::unlimited()).is_err() && long.save().is_err());
}

/// Sums in which the greatest number to take is too large for a word prove no period.
#[test]
fn numbers_near_the_end_of_a_word_prove_nothing() {
    for most in [u64::MAX, u64::MAX - 1, u64::MAX / 2 + 1] {
        let rule = Rule::subtraction(&[1, most]);
        assert!(rule.leave(most).allows(0) && rule.leave(most).allows(1));
        let mut sequence = Sequence::new(rule);
        sequence.extend(200, &Budget::unlimited()).unwrap();
        assert_eq!(sequence.period(), None);
        assert!((0..=200).all(|heap| sequence.at(heap) == Some(heap % 2)));
    }
}
