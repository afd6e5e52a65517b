//! Values: no text breaks the reader, and what is printed reads back to the same value.

use grundy_budget::{Budget, Limits};
use grundy_value::Store;
use grundy_value::lang::{NoPositions, Session};

/// One run of the target.
pub fn run(text: &str) {
    let budget = Budget::new(Limits { positions: Some(50_000), memory: Some(64 << 20), ..Limits::default() });
    let mut store = Store::new(&budget);
    if let Ok(value) = store.parse(text)
        && let Ok(printed) = store.print(value)
    {
        assert_eq!(store.parse(&printed).ok(), Some(value), "{printed}");
    }
    let _ = Session::new(store, NoPositions).run_to_texts(text);
}
