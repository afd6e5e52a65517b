//! Nimber sequences of rules on heaps, with their period and a plot.

use crate::Problem;
use crate::question::{Limited, Means, Question, Reply};
use grundy_budget::Limits;
use grundy_draw::{Recurrence, SequencePlot};
use grundy_heap::{HeapError, Rule, RuleError, Sequence};
use grundy_lang::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// A rule on heaps such as `octal(0.77)`.
    #[schemars(length(max = 10_000))]
    rule: String,
    #[serde(default = "some")]
    /// The largest heap.
    #[schemars(range(max = 100_000))]
    to: u64,
    #[serde(default)]
    budget: Limited,
}

/// The sequence.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// The rule.
    rule: String,
    /// The nimbers of the heaps 0, 1, 2, ….
    nimbers: Vec<u64>,
    /// The period; null where none was proved.
    period: Option<Repetition>,
    /// The plot.
    svg: String,
}

/// How a sequence repeats: from the preperiod on, the nimber of a heap larger by the period is larger by the saltus.
#[derive(Debug, Serialize, JsonSchema)]
struct Repetition {
    /// The length of the period, the least possible.
    period: u64,
    /// The first heap from which on the law holds.
    preperiod: u64,
    /// What a period adds to the nimber; 0 for a purely periodic sequence.
    saltus: u64,
    /// Whether a theorem proves that it goes on for ever.
    proved: bool,
}

fn some() -> u64 {
    100
}

/// The longest sequence that is sent.
const LONGEST: u64 = 100_000;

/// How far a period is looked for, and for how long.
const FURTHER: u64 = 4000;
const CURIOSITY: Limits = Limits { time: Some(Duration::from_millis(500)), memory: None, positions: None };

impl Question for Ask {
    type Answer = Answer;

    fn limited(&self) -> Limited {
        self.budget
    }

    fn answer(&self, means: Means<'_>) -> Result<Reply<Answer>, Problem> {
        let Means { budget, language, .. } = means;
        if self.to > LONGEST {
            return Err(Problem::Bad(Text::new("sequences up to heap {most} are shown here").with("most", LONGEST)));
        }
        let rule: Rule = self.rule.parse().map_err(|error: RuleError| Problem::Unsuitable(error.text()))?;
        let mut sequence = Sequence::new(rule).watch_periods(true);
        sequence.extend(self.to, budget).map_err(problem)?;
        if sequence.period().is_none() {
            // The proof of a period needs more values than its picture does.
            let _ = sequence.extend(self.to.max(FURTHER), &budget.within(CURIOSITY));
        }
        let nimbers: Vec<u64> = (0..=self.to).map_while(|heap| sequence.at(heap)).collect();
        let mut plot = SequencePlot::new(nimbers.clone());
        let period = sequence.period().map(|found| Repetition {
            period: found.period,
            preperiod: found.preperiod,
            saltus: found.saltus,
            proved: true,
        });
        if let Some(found) = sequence.period() {
            plot = plot.recurrence(Recurrence {
                preperiod: found.preperiod as usize,
                period: found.period as usize,
                saltus: found.saltus,
                proved: true,
            });
        }
        let svg = plot.picture(sequence.rule().to_string()).told_in(language).to_fragment();
        Ok(Answer { rule: sequence.rule().to_string(), nimbers, period, svg }.into())
    }
}

fn problem(error: HeapError) -> Problem {
    match error {
        HeapError::Exhausted(exhausted) => Problem::Exhausted(exhausted),
        other => Problem::Unsuitable(other.text()),
    }
}
