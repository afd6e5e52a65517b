//! Running compiled code.

use super::ast::{Binary, Compare};
use super::fault::{Fault, Outcome, limit};
use super::op::{Code, Compiled, Constant, Op, Register};
use super::value::{Closure, Heap, Range, Value, kind, not_a_collection};
use crate::{Mistake, Place};
use grundy_lang::Text;
use num_integer::Integer;
use std::sync::Arc;

/// How much one call from outside may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instructions and items gone through.
    pub steps: u64,
    /// Bytes of values made.
    pub bytes: u64,
    /// Calls inside each other.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 50_000_000, bytes: 80_000_000, depth: 50_000 }
    }
}

/// Most registers in use at once.
const MOST_REGISTERS: usize = 3_000_000;

/// Builtins that call functions that call builtins … this deep.
const MOST_INNER_RUNS: usize = 40;

/// Steps between two looks at the limit.
const BATCH: u32 = 1024;

#[derive(Clone, Copy, Debug)]
struct Frame {
    code: u32,
    pc: u32,
    base: u32,
    /// Where in the stack the result goes.
    result: u32,
    /// The arguments under which the result is kept, or [`Value::Unbound`].
    key: Value,
    cache: u32,
}

/// One thread's state of a script.
#[derive(Debug)]
pub(crate) struct Machine {
    program: Arc<Compiled>,
    constants: Vec<Value>,
    pub globals: Vec<Value>,
    stack: Vec<Value>,
    frames: Vec<Frame>,
    pub heap: Heap,
    pub limits: Limits,
    steps: u64,
    /// What was printed.
    pub output: String,
    loading: bool,
    inner_runs: usize,
}

impl Machine {
    /// Runs the file itself.
    pub fn load(program: Arc<Compiled>, limits: Limits, set: &[(&str, Constant)]) -> Result<Self, Mistake> {
        let mut machine = Self {
            constants: Vec::new(),
            globals: vec![Value::Unbound; program.globals.len()],
            stack: Vec::new(),
            frames: Vec::new(),
            heap: Heap::new(limits.bytes),
            limits,
            steps: 0,
            output: String::new(),
            loading: true,
            inner_runs: 0,
            program,
        };
        let start = Place::new(1, 1);
        machine.prepare(set).map_err(|fault| fault.mistake(start))?;
        let file = machine.program.codes.len() - 1;
        machine.heap.closures.push(Closure {
            code: file as u32,
            captures: (0, 0),
            defaults: (0, 0),
            cached: false,
            cache: None,
        });
        let function = Value::Function(machine.heap.closures.len() as u32 - 1);
        machine.call(function, &[]).map_err(|fault| fault.mistake(start))?;
        machine.heap.keep();
        machine.loading = false;
        Ok(machine)
    }

    fn prepare(&mut self, set: &[(&str, Constant)]) -> Outcome<()> {
        let program = Arc::clone(&self.program);
        for constant in &program.constants {
            let value = self.materialise(constant)?;
            self.constants.push(value);
        }
        for (name, constant) in set {
            if let Some(slot) = program.globals.iter().position(|global| global == name) {
                self.globals[slot] = self.materialise(constant)?;
            }
        }
        Ok(())
    }

    fn materialise(&mut self, constant: &Constant) -> Outcome<Value> {
        Ok(match constant {
            Constant::None => Value::None,
            Constant::Bool(flag) => Value::Bool(*flag),
            Constant::Int(number) => self.heap.number(number.clone())?,
            Constant::Text(text) => self.heap.text(text)?,
            Constant::Tuple(items) => {
                let items = items.iter().map(|item| self.materialise(item)).collect::<Outcome<Vec<_>>>()?;
                self.heap.tuple(&items)?
            }
            Constant::Builtin(builtin) => Value::Builtin(*builtin),
            Constant::Infinite(negative) => Value::Infinite(*negative),
        })
    }

    /// The value of a global name, once the file has run.
    pub fn global(&self, name: &str) -> Option<Value> {
        let slot = self.program.globals.iter().position(|global| global == name)?;
        Some(self.globals[slot]).filter(|value| !matches!(value, Value::Unbound))
    }

    /// Instructions since the last call from outside began.
    pub fn taken(&self) -> u64 {
        self.steps
    }

    /// Starts a new call from outside: everything made by the last one is thrown away.
    #[inline]
    pub fn begin(&mut self) {
        self.heap.reset();
        self.steps = 0;
        self.output.clear();
        self.frames.clear();
        self.inner_runs = 0;
    }

    /// Where the function of a value is defined.
    pub fn place_of(&self, value: Value) -> Option<Place> {
        match value {
            Value::Function(at) => Some(self.program.codes[self.heap.closures[at as usize].code as usize].place),
            _ => None,
        }
    }

    /// How many arguments a function takes at least and at most.
    pub fn arity(&self, value: Value) -> Option<(usize, usize)> {
        let Value::Function(at) = value else { return None };
        let code = &self.program.codes[self.heap.closures[at as usize].code as usize];
        let most = if code.rest { usize::MAX } else { code.parameters.len() };
        Some((code.parameters.len() - code.defaults, most))
    }

    /// Counts steps that an instruction takes beyond the first.
    #[inline]
    pub fn spend(&mut self, steps: usize) -> Outcome<()> {
        self.steps += steps as u64;
        if self.steps > self.limits.steps { Err(self.too_many_steps()) } else { Ok(()) }
    }

    #[cold]
    fn too_many_steps(&self) -> Box<Fault> {
        limit(Text::new("more than {limit} steps are taken; does a loop never end?").with("limit", self.limits.steps))
    }

    #[cold]
    fn too_deep(&self) -> Box<Fault> {
        limit(
            Text::new("calls are nested more than {limit} deep; does a recursion never end?")
                .with("limit", self.limits.depth),
        )
    }

    /// The first unused place of the stack.
    fn end(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.base as usize + self.program.codes[frame.code as usize].registers)
    }

    /// Calls a function from inside a builtin or from outside.
    pub fn call(&mut self, function: Value, arguments: &[Value]) -> Outcome<Value> {
        match function {
            Value::Function(_) => {}
            Value::Builtin(builtin) => return self.builtin(builtin, arguments, &[]),
            Value::Method(at) => {
                let (object, method) = self.heap.methods[at as usize];
                return self.method(object, method, arguments, &[]);
            }
            other => return Err(not_callable(other)),
        }
        if self.inner_runs >= MOST_INNER_RUNS {
            return Err(self.too_deep());
        }
        let at = self.end();
        let needed = at + 1 + arguments.len();
        if self.stack.len() < needed {
            self.stack.resize(needed, Value::Unbound);
        }
        self.stack[at + 1..needed].copy_from_slice(arguments);
        let floor = self.frames.len();
        self.inner_runs += 1;
        let entered = self.enter(function, at + 1, arguments.len(), at);
        let result = match entered {
            Ok(Some(known)) => Ok(known),
            Ok(None) => self.run(floor),
            Err(fault) => Err(fault),
        };
        self.inner_runs -= 1;
        self.frames.truncate(floor);
        result
    }

    /// Opens the frame of a function whose arguments stand on the stack, or returns its kept result.
    #[inline]
    fn enter(&mut self, function: Value, base: usize, count: usize, result: usize) -> Outcome<Option<Value>> {
        let Value::Function(at) = function else { return Err(not_callable(function)) };
        let closure = &self.heap.closures[at as usize];
        let number = closure.code;
        let cached = closure.cached;
        let (captures, defaults) = (closure.captures, closure.defaults);
        let code = &self.program.codes[number as usize];
        let most = code.parameters.len();
        if self.frames.len() >= self.limits.depth {
            return Err(self.too_deep());
        }
        let needed = base + code.registers.max(count) + 1;
        if self.stack.len() < needed {
            if needed > MOST_REGISTERS {
                return Err(self.too_deep());
            }
            self.stack.resize(needed + needed / 2, Value::Unbound);
        }
        let (mut key, mut cache) = (Value::Unbound, 0);
        let (mut filled, rest, locals) = (most, code.rest, code.locals.len());
        if count != most || rest {
            self.fill(number, base, count, defaults)?;
            filled += usize::from(rest);
        }
        if captures.1 > 0 {
            let (from, length) = (captures.0 as usize, captures.1 as usize);
            self.stack[base + filled..base + filled + length].copy_from_slice(&self.heap.cells[from..from + length]);
            filled += length;
        }
        if locals > filled {
            self.stack[base + filled..base + locals].fill(Value::Unbound);
        }
        if cached {
            match self.kept(at, base, most + usize::from(rest))? {
                Ok(value) => return Ok(Some(value)),
                Err(missing) => (key, cache) = missing,
            }
        }
        self.frames.push(Frame { code: number, pc: 0, base: base as u32, result: result as u32, key, cache });
        Ok(None)
    }

    /// The kept result of a function for the arguments at `base`, or the key and the dictionary to keep it in.
    fn kept(&mut self, closure: u32, base: usize, count: usize) -> Outcome<Result<Value, (Value, u32)>> {
        let cache = match self.heap.closures[closure as usize].cache {
            Some(cache) => cache,
            None => {
                let cache = self.heap.new_table()?;
                self.heap.closures[closure as usize].cache = Some(cache);
                cache
            }
        };
        let key = if count == 1 {
            self.stack[base]
        } else {
            self.heap.charge(count * 16)?;
            let at = self.heap.cells.len() as u32;
            self.heap.cells.extend_from_slice(&self.stack[base..base + count]);
            Value::Tuple(at, count as u32)
        };
        Ok(match self.heap.find(cache, key)? {
            Some(found) => Ok(self.heap.table(cache).entries[found].2),
            None => Err((key, cache)),
        })
    }

    /// Completes the arguments with defaults and gathers those beyond the parameters.
    fn fill(&mut self, number: u32, base: usize, count: usize, defaults: (u32, u32)) -> Outcome<()> {
        let program = Arc::clone(&self.program);
        let code = &program.codes[number as usize];
        let most = code.parameters.len();
        let least = most - code.defaults;
        if count < least || (count > most && !code.rest) {
            return Err(wrong_count(code, count));
        }
        let rest = if count > most {
            let items = self.stack[base + most..base + count].to_vec();
            self.heap.tuple(&items)?
        } else {
            Value::Tuple(0, 0)
        };
        for missing in count..most {
            self.stack[base + missing] = self.heap.cells[defaults.0 as usize + missing - least];
        }
        if code.rest {
            self.stack[base + most] = rest;
        }
        Ok(())
    }

    fn run(&mut self, floor: usize) -> Outcome<Value> {
        let program = Arc::clone(&self.program);
        let mut ticks = 0;
        let result = self.steps(&program, floor, &mut ticks);
        self.steps += u64::from(ticks);
        result.map_err(|mut fault| {
            if let (None, Some(frame)) = (fault.place, self.frames.last()) {
                let code = &program.codes[frame.code as usize];
                let at = (frame.pc as usize).saturating_sub(1);
                fault.place = code.places.get(at).copied();
                if fault.unbound
                    && let Some(op) = code.ops.get(at)
                    && let Some(name) = self.unbound_name(code, frame.base as usize, *op)
                {
                    fault.problem = Text::new("`{name}` has no value here yet").with("name", name);
                }
            }
            fault
        })
    }

    /// The variable without a value that an instruction read.
    fn unbound_name(&self, code: &Code, base: usize, op: Op) -> Option<String> {
        let registers: Vec<Register> = match op {
            Op::Move { from, .. } | Op::StoreGlobal { from, .. } | Op::Return { from } => vec![from],
            Op::LoadShared { from, .. } => return code.locals.get(usize::from(from)).cloned(),
            Op::LoadGlobal { slot, .. } => return self.program.globals.get(usize::from(slot)).cloned(),
            Op::Add { a, b, .. }
            | Op::Subtract { a, b, .. }
            | Op::Multiply { a, b, .. }
            | Op::FloorDivide { a, b, .. }
            | Op::Remainder { a, b, .. }
            | Op::Binary { a, b, .. }
            | Op::Augment { a, b, .. }
            | Op::Compare { a, b, .. }
            | Op::JumpLess { a, b, .. }
            | Op::JumpUnlessLess { a, b, .. }
            | Op::JumpLessEqual { a, b, .. }
            | Op::JumpUnlessLessEqual { a, b, .. }
            | Op::JumpEqual { a, b, .. }
            | Op::JumpUnlessEqual { a, b, .. }
            | Op::JumpIn { a, b, .. }
            | Op::JumpUnlessIn { a, b, .. } => vec![a, b],
            Op::Index { object, index, .. } | Op::SetIndex { object, index, .. } => vec![object, index],
            Op::Append { from, .. } | Op::AddToSet { from, .. } | Op::Extend { from, .. } => vec![from],
            Op::AddInt { a, .. }
            | Op::MultiplyInt { a, .. }
            | Op::FloorDivideInt { a, .. }
            | Op::RemainderInt { a, .. }
            | Op::AndInt { a, .. }
            | Op::ShiftLeftInt { a, .. }
            | Op::ShiftRightInt { a, .. }
            | Op::Negative { a, .. }
            | Op::Not { a, .. }
            | Op::JumpIf { a, .. }
            | Op::JumpUnless { a, .. }
            | Op::JumpLessInt { a, .. }
            | Op::JumpUnlessLessInt { a, .. }
            | Op::JumpEqualInt { a, .. }
            | Op::JumpUnlessEqualInt { a, .. } => vec![a],
            Op::IndexInt { object, .. } => vec![object],
            _ => Vec::new(),
        };
        let unbound = |register: &&Register| matches!(self.stack[base + usize::from(**register)], Value::Unbound);
        let register = registers.iter().find(unbound)?;
        code.locals.get(usize::from(*register)).cloned()
    }

    /// The loop over instructions, until the frame at `floor` returns.
    #[allow(clippy::cognitive_complexity)]
    fn steps(&mut self, program: &Compiled, floor: usize, ticks: &mut u32) -> Outcome<Value> {
        let mut top = self.frames.len() - 1;
        let mut base = self.frames[top].base as usize;
        let mut ops: &[Op] = &program.codes[self.frames[top].code as usize].ops;
        let mut pc = self.frames[top].pc as usize;

        macro_rules! tri {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(fault) => {
                        self.frames[top].pc = pc as u32;
                        return Err(fault);
                    }
                }
            };
        }
        macro_rules! get {
            ($register:expr) => {
                self.stack[base + usize::from($register)]
            };
        }
        macro_rules! arithmetic {
            ($to:expr, $a:expr, $b:expr, $checked:ident, $operator:expr) => {{
                if let (Value::Int(a), Value::Int(b)) = (get!($a), get!($b))
                    && let Some(result) = a.$checked(b)
                {
                    get!($to) = Value::Int(result);
                } else {
                    let (a, b) = (get!($a), get!($b));
                    get!($to) = tri!(self.binary($operator, a, b));
                }
            }};
        }
        macro_rules! with_int {
            ($to:expr, $a:expr, $value:expr, $operator:expr, |$x:ident, $y:ident| $quick:expr) => {{
                let $y = i64::from($value);
                let quick: Option<i64> = match get!($a) {
                    Value::Int($x) => $quick,
                    _ => None,
                };
                get!($to) = match quick {
                    Some(result) => Value::Int(result),
                    None => {
                        let a = get!($a);
                        tri!(self.binary($operator, a, Value::Int($y)))
                    }
                };
            }};
        }
        macro_rules! jump_order {
            ($a:expr, $b:expr, $to:expr, $operator:tt, $compare:expr, $when:expr) => {{
                let truth = match ($a, $b) {
                    (Value::Int(a), Value::Int(b)) => a $operator b,
                    (a, b) => tri!(self.compare($compare, a, b)),
                };
                if truth == $when {
                    pc = usize::from($to);
                }
            }};
        }
        macro_rules! call_function {
            ($function:expr, $at:expr, $count:expr) => {{
                self.frames[top].pc = pc as u32;
                match tri!(self.enter($function, $at + 1, $count, $at)) {
                    Some(known) => self.stack[$at] = known,
                    None => {
                        top += 1;
                        base = self.frames[top].base as usize;
                        ops = &program.codes[self.frames[top].code as usize].ops;
                        pc = 0;
                    }
                }
            }};
        }

        loop {
            *ticks += 1;
            if *ticks >= BATCH {
                let count = std::mem::take(ticks);
                tri!(self.spend(count as usize));
            }
            let op = ops[pc];
            pc += 1;
            match op {
                Op::Move { to, from } => {
                    let value = get!(from);
                    if matches!(value, Value::Unbound) {
                        tri!(Err(Fault::unbound()));
                    }
                    get!(to) = value;
                }
                Op::Constant { to, number } => get!(to) = self.constants[usize::from(number)],
                Op::Int { to, value } => get!(to) = Value::Int(i64::from(value)),
                Op::LoadGlobal { to, slot } => {
                    let value = self.globals[usize::from(slot)];
                    if matches!(value, Value::Unbound) {
                        tri!(Err(Fault::unbound()));
                    }
                    get!(to) = value;
                }
                Op::StoreGlobal { slot, from } => {
                    let value = get!(from);
                    if matches!(value, Value::Unbound) {
                        tri!(Err(Fault::unbound()));
                    }
                    if !self.loading {
                        tri!(Err(Fault::new(Text::new(
                            "what the file made while it was read cannot change while positions are asked"
                        ))));
                    }
                    self.globals[usize::from(slot)] = value;
                }
                Op::Share { register } => {
                    tri!(self.heap.charge(16));
                    self.heap.shared.push(get!(register));
                    get!(register) = Value::Cell(self.heap.shared.len() as u32 - 1);
                }
                Op::LoadShared { to, from } => {
                    let Value::Cell(cell) = get!(from) else { tri!(Err(Fault::unbound())) };
                    let value = self.heap.shared[cell as usize];
                    if matches!(value, Value::Unbound) {
                        tri!(Err(Fault::unbound()));
                    }
                    get!(to) = value;
                }
                Op::StoreShared { to, from } => {
                    let Value::Cell(cell) = get!(to) else { tri!(Err(Fault::unbound())) };
                    self.heap.shared[cell as usize] = get!(from);
                }
                Op::Forget { register } => get!(register) = Value::Unbound,
                Op::Add { to, a, b } => arithmetic!(to, a, b, checked_add, Binary::Add),
                Op::Subtract { to, a, b } => arithmetic!(to, a, b, checked_sub, Binary::Subtract),
                Op::Multiply { to, a, b } => arithmetic!(to, a, b, checked_mul, Binary::Multiply),
                Op::FloorDivide { to, a, b } => {
                    if let (Value::Int(a), Value::Int(b)) = (get!(a), get!(b))
                        && b > 0
                    {
                        get!(to) = Value::Int(a.div_euclid(b));
                    } else {
                        let (a, b) = (get!(a), get!(b));
                        get!(to) = tri!(self.binary(Binary::FloorDivide, a, b));
                    }
                }
                Op::Remainder { to, a, b } => {
                    if let (Value::Int(a), Value::Int(b)) = (get!(a), get!(b))
                        && b > 0
                    {
                        get!(to) = Value::Int(a.rem_euclid(b));
                    } else {
                        let (a, b) = (get!(a), get!(b));
                        get!(to) = tri!(self.binary(Binary::Remainder, a, b));
                    }
                }
                Op::Binary { operator, to, a, b } => {
                    let (a, b) = (get!(a), get!(b));
                    let quick = match (a, b) {
                        (Value::Int(a), Value::Int(b)) => match operator {
                            Binary::And => Some(a & b),
                            Binary::Or => Some(a | b),
                            Binary::Xor => Some(a ^ b),
                            Binary::ShiftRight if (0..64).contains(&b) => Some(a >> b),
                            Binary::ShiftLeft
                                if (0..62).contains(&b) && i64::from(a.unsigned_abs().leading_zeros()) > b + 1 =>
                            {
                                Some(a << b)
                            }
                            _ => None,
                        },
                        _ => None,
                    };
                    get!(to) = match quick {
                        Some(result) => Value::Int(result),
                        None => tri!(self.binary(operator, a, b)),
                    };
                }
                Op::Augment { operator, to, a, b } => {
                    let (a, b) = (get!(a), get!(b));
                    get!(to) = tri!(self.augment(operator, a, b));
                }
                Op::AddInt { to, a, value } => with_int!(to, a, value, Binary::Add, |x, y| x.checked_add(y)),
                Op::MultiplyInt { to, a, value } => {
                    with_int!(to, a, value, Binary::Multiply, |x, y| x.checked_mul(y));
                }
                Op::FloorDivideInt { to, a, value } => {
                    with_int!(to, a, value, Binary::FloorDivide, |x, y| Some(x.div_euclid(y)));
                }
                Op::RemainderInt { to, a, value } => {
                    with_int!(to, a, value, Binary::Remainder, |x, y| Some(x.rem_euclid(y)));
                }
                Op::AndInt { to, a, value } => with_int!(to, a, value, Binary::And, |x, y| Some(x & y)),
                Op::ShiftRightInt { to, a, value } => {
                    with_int!(to, a, value, Binary::ShiftRight, |x, y| Some(x >> y));
                }
                Op::ShiftLeftInt { to, a, value } => {
                    with_int!(to, a, value, Binary::ShiftLeft, |x, y| {
                        (i64::from(x.unsigned_abs().leading_zeros()) > y + 1).then(|| x << y)
                    });
                }
                Op::Compare { operator, to, a, b } => {
                    let (a, b) = (get!(a), get!(b));
                    get!(to) = Value::Bool(tri!(self.compare(operator, a, b)));
                }
                Op::Negative { to, a } => {
                    get!(to) = match get!(a) {
                        Value::Int(number) if number != i64::MIN => Value::Int(-number),
                        Value::Infinite(negative) => Value::Infinite(!negative),
                        other => {
                            tri!(self.binary(Binary::Multiply, other, Value::Int(-1)).map_err(|fault| match other {
                                Value::Bool(_) | Value::Big(_) | Value::Int(_) => fault,
                                _ => no_operator("-", other),
                            }))
                        }
                    };
                    if matches!(get!(to), Value::Text(..) | Value::Tuple(..) | Value::List(_)) {
                        tri!(Err(no_operator("-", get!(a))));
                    }
                }
                Op::Positive { to, a } => {
                    get!(to) = match get!(a) {
                        Value::Bool(flag) => Value::Int(i64::from(flag)),
                        number @ (Value::Int(_) | Value::Big(_) | Value::Infinite(_)) => number,
                        other => tri!(Err(no_operator("+", other))),
                    };
                }
                Op::Invert { to, a } => {
                    get!(to) = match get!(a) {
                        Value::Int(number) => Value::Int(!number),
                        Value::Bool(flag) => Value::Int(!i64::from(flag)),
                        Value::Big(at) => {
                            let number: num_bigint::BigInt = -&self.heap.bigs[at as usize] - 1i32;
                            tri!(self.heap.number(number))
                        }
                        other => tri!(Err(no_operator("~", other))),
                    };
                }
                Op::Not { to, a } => {
                    let truth = tri!(self.heap.truth(get!(a)));
                    get!(to) = Value::Bool(!truth);
                }
                Op::Jump { to } => pc = to as usize,
                Op::JumpIf { a, to } => {
                    let truth = match get!(a) {
                        Value::Bool(flag) => flag,
                        other => tri!(self.heap.truth(other)),
                    };
                    if truth {
                        pc = usize::from(to);
                    }
                }
                Op::JumpUnless { a, to } => {
                    let truth = match get!(a) {
                        Value::Bool(flag) => flag,
                        other => tri!(self.heap.truth(other)),
                    };
                    if !truth {
                        pc = usize::from(to);
                    }
                }
                Op::JumpLess { a, b, to } => jump_order!(get!(a), get!(b), to, <, Compare::Less, true),
                Op::JumpUnlessLess { a, b, to } => jump_order!(get!(a), get!(b), to, <, Compare::Less, false),
                Op::JumpLessEqual { a, b, to } => jump_order!(get!(a), get!(b), to, <=, Compare::LessEqual, true),
                Op::JumpUnlessLessEqual { a, b, to } => {
                    jump_order!(get!(a), get!(b), to, <=, Compare::LessEqual, false);
                }
                Op::JumpEqual { a, b, to } => jump_order!(get!(a), get!(b), to, ==, Compare::Equal, true),
                Op::JumpUnlessEqual { a, b, to } => jump_order!(get!(a), get!(b), to, ==, Compare::Equal, false),
                Op::JumpLessInt { a, value, to } => {
                    jump_order!(get!(a), Value::Int(i64::from(value)), to, <, Compare::Less, true);
                }
                Op::JumpUnlessLessInt { a, value, to } => {
                    jump_order!(get!(a), Value::Int(i64::from(value)), to, <, Compare::Less, false);
                }
                Op::JumpEqualInt { a, value, to } => {
                    jump_order!(get!(a), Value::Int(i64::from(value)), to, ==, Compare::Equal, true);
                }
                Op::JumpUnlessEqualInt { a, value, to } => {
                    jump_order!(get!(a), Value::Int(i64::from(value)), to, ==, Compare::Equal, false);
                }
                Op::JumpIn { a, b, to } => {
                    let (a, b) = (get!(a), get!(b));
                    if tri!(self.contains(b, a)) {
                        pc = usize::from(to);
                    }
                }
                Op::JumpUnlessIn { a, b, to } => {
                    let (a, b) = (get!(a), get!(b));
                    if !tri!(self.contains(b, a)) {
                        pc = usize::from(to);
                    }
                }
                Op::Index { to, object, index } => {
                    let (object, index) = (get!(object), get!(index));
                    get!(to) = match (object, index) {
                        (Value::List(list), Value::Int(at)) if at >= 0 && (at as usize) < self.heap.get(list).len() => {
                            self.heap.get(list)[at as usize]
                        }
                        (Value::Tuple(from, length), Value::Int(at)) if at >= 0 && at < i64::from(length) => {
                            self.heap.cells[from as usize + at as usize]
                        }
                        _ => tri!(self.index(object, index)),
                    };
                }
                Op::IndexInt { to, object, value } => {
                    let (object, at) = (get!(object), i64::from(value));
                    get!(to) = match object {
                        Value::Tuple(from, length) if at >= 0 && at < i64::from(length) => {
                            self.heap.cells[from as usize + at as usize]
                        }
                        _ => tri!(self.index(object, Value::Int(at))),
                    };
                }
                Op::SetIndex { object, index, from } => {
                    let (object, index, value) = (get!(object), get!(index), get!(from));
                    tri!(self.set_index(object, index, value));
                }
                Op::DeleteIndex { object, index } => {
                    let (object, index) = (get!(object), get!(index));
                    tri!(self.delete_index(object, index));
                }
                Op::Slice { to, at } => {
                    let parts = [get!(at), get!(at + 1), get!(at + 2), get!(at + 3)];
                    get!(to) = tri!(self.slice(parts));
                }
                Op::SetSlice { at, from } => {
                    let parts = [get!(at), get!(at + 1), get!(at + 2), get!(at + 3)];
                    let value = get!(from);
                    tri!(self.set_slice(parts, value));
                }
                Op::Tuple { to, from, count } => {
                    let start = base + usize::from(from);
                    get!(to) = tri!(self.heap.tuple(&self.stack[start..start + usize::from(count)]));
                }
                Op::List { to, from, count } => {
                    let start = base + usize::from(from);
                    get!(to) = tri!(self.heap.list_of(&self.stack[start..start + usize::from(count)]));
                }
                Op::Set { to, from, count } => {
                    let table = tri!(self.heap.new_table());
                    for at in 0..count {
                        let key = get!(from + at);
                        tri!(self.heap.put(table, key, Value::None));
                    }
                    get!(to) = Value::Set(table);
                }
                Op::Dict { to, from, count } => {
                    let table = tri!(self.heap.new_table());
                    for at in 0..count {
                        let (key, value) = (get!(from + 2 * at), get!(from + 2 * at + 1));
                        tri!(self.heap.put(table, key, value));
                    }
                    get!(to) = Value::Dict(table);
                }
                Op::Append { list, from } => {
                    let value = get!(from);
                    let Value::List(list) = get!(list) else { tri!(Err(Fault::unbound())) };
                    if matches!(value, Value::Unbound) {
                        tri!(Err(Fault::unbound()));
                    }
                    tri!(self.heap.append(list, value));
                }
                Op::Extend { list, from } => {
                    let Value::List(list) = get!(list) else { tri!(Err(Fault::unbound())) };
                    let items = get!(from);
                    tri!(self.extend(list, items));
                }
                Op::AddToSet { set, from } => {
                    let key = get!(from);
                    let Value::Set(table) = get!(set) else { tri!(Err(Fault::unbound())) };
                    if matches!(key, Value::Unbound) {
                        tri!(Err(Fault::unbound()));
                    }
                    tri!(self.heap.put(table, key, Value::None));
                }
                Op::Put { dict, key, value } => {
                    let (key, value) = (get!(key), get!(value));
                    let Value::Dict(table) = get!(dict) else { tri!(Err(Fault::unbound())) };
                    tri!(self.heap.put(table, key, value));
                }
                Op::ListToTuple { register } => {
                    let mut items = Vec::new();
                    tri!(self.heap.collect(get!(register), &mut items));
                    get!(register) = tri!(self.heap.tuple(&items));
                }
                Op::ListToSet { register } => {
                    let mut items = Vec::new();
                    tri!(self.heap.collect(get!(register), &mut items));
                    let table = tri!(self.heap.new_table());
                    for item in items {
                        tri!(self.heap.put(table, item, Value::None));
                    }
                    get!(register) = Value::Set(table);
                }
                Op::Unpack { from, to, count } => {
                    let value = get!(from);
                    if let Value::Tuple(at, length) = value
                        && length == u32::from(count)
                    {
                        let start = base + usize::from(to);
                        let end = start + usize::from(count);
                        self.stack[start..end].copy_from_slice(self.heap.items(at, length));
                    } else {
                        let start = base + usize::from(to);
                        tri!(self.unpack(value, start, usize::from(count)));
                    }
                }
                Op::UnpackStar { from, to, before, after } => {
                    let value = get!(from);
                    let start = base + usize::from(to);
                    tri!(self.unpack_star(value, start, usize::from(before), usize::from(after)));
                }
                Op::Iterate { at } => {
                    let items = get!(at);
                    if !matches!(
                        items,
                        Value::List(_)
                            | Value::Tuple(..)
                            | Value::Text(..)
                            | Value::Range(_)
                            | Value::Set(_)
                            | Value::FrozenSet(_)
                            | Value::Dict(_)
                            | Value::Iterator(_)
                    ) {
                        tri!(Err(not_a_collection(items)));
                    }
                    get!(at + 1) = Value::Int(0);
                }
                Op::Next { at, to, exit } => {
                    let Value::Int(state) = get!(at + 1) else { tri!(Err(Fault::unbound())) };
                    let mut state = state as usize;
                    match tri!(self.heap.next_item(get!(at), &mut state)) {
                        Some(item) => {
                            get!(at + 1) = Value::Int(state as i64);
                            get!(to) = item;
                        }
                        None => pc = usize::from(exit),
                    }
                }
                Op::IterateRange { at, count } => {
                    let start = base + usize::from(at);
                    let end = start + usize::from(count);
                    let range = tri!(range_of(&self.stack[start..end]));
                    get!(at) = Value::Int(range.start);
                    get!(at + 1) = Value::Int(range.length);
                    get!(at + 2) = Value::Int(range.step);
                }
                Op::NextRange { at, to, exit } => {
                    let (Value::Int(next), Value::Int(left), Value::Int(step)) = (get!(at), get!(at + 1), get!(at + 2))
                    else {
                        tri!(Err(Fault::unbound()))
                    };
                    if left > 0 {
                        get!(at) = Value::Int(next.wrapping_add(step));
                        get!(at + 1) = Value::Int(left - 1);
                        get!(to) = Value::Int(next);
                    } else {
                        pc = usize::from(exit);
                    }
                }
                Op::Function { at, number } => {
                    let start = base + usize::from(at);
                    get!(at) = tri!(self.closure(u32::from(number), base, start));
                }
                Op::Call { at, count } => {
                    let start = base + usize::from(at);
                    let count = usize::from(count);
                    match self.stack[start] {
                        function @ Value::Function(_) => call_function!(function, start, count),
                        other => {
                            let arguments: Vec<Value> = self.stack[start + 1..=start + count].to_vec();
                            self.frames[top].pc = pc as u32;
                            self.stack[start] = tri!(self.call(other, &arguments));
                        }
                    }
                }
                Op::CallNamed { at, count, names } => {
                    let start = base + usize::from(at);
                    let names = &program.name_lists[usize::from(names)];
                    let function = self.stack[start];
                    self.frames[top].pc = pc as u32;
                    if let Value::Function(_) = function {
                        let count = tri!(self.place_named(function, start + 1, usize::from(count), names));
                        call_function!(function, start, count);
                    } else {
                        let all: Vec<Value> = self.stack[start + 1..=start + usize::from(count)].to_vec();
                        let (plain, named) = all.split_at(all.len() - names.len());
                        let named: Vec<(&str, Value)> =
                            names.iter().map(String::as_str).zip(named.iter().copied()).collect();
                        self.stack[start] = match function {
                            Value::Builtin(builtin) => tri!(self.builtin(builtin, plain, &named)),
                            Value::Method(method) => {
                                let (object, method) = self.heap.methods[method as usize];
                                tri!(self.method(object, method, plain, &named))
                            }
                            other => tri!(Err(not_callable(other))),
                        };
                    }
                }
                Op::CallSpread { at } => {
                    let start = base + usize::from(at);
                    let function = self.stack[start];
                    let mut arguments = Vec::new();
                    tri!(self.heap.collect(self.stack[start + 1], &mut arguments));
                    if arguments.len() > 100_000 {
                        tri!(Err(Fault::new(Text::new("there are too many arguments"))));
                    }
                    self.frames[top].pc = pc as u32;
                    self.stack[start] = tri!(self.call(function, &arguments));
                }
                Op::CallBuiltin { at, builtin, count } => {
                    let start = base + usize::from(at);
                    self.frames[top].pc = pc as u32;
                    self.stack[start] = tri!(self.builtin_at(builtin, start, usize::from(count)));
                }
                Op::CallMethod { at, method, count } => {
                    let start = base + usize::from(at);
                    let object = self.stack[start];
                    self.frames[top].pc = pc as u32;
                    self.stack[start] = tri!(self.method_at(object, method, start + 1, usize::from(count)));
                }
                Op::CallMethodNamed { at, method, count, names } => {
                    let start = base + usize::from(at);
                    let object = self.stack[start];
                    let names = &program.name_lists[usize::from(names)];
                    let all: Vec<Value> = self.stack[start + 1..=start + usize::from(count)].to_vec();
                    let (plain, named) = all.split_at(all.len() - names.len());
                    let named: Vec<(&str, Value)> =
                        names.iter().map(String::as_str).zip(named.iter().copied()).collect();
                    self.frames[top].pc = pc as u32;
                    self.stack[start] = tri!(self.method(object, method, plain, &named));
                }
                Op::BindMethod { to, object, method } => {
                    tri!(self.heap.charge(24));
                    self.heap.methods.push((get!(object), method));
                    get!(to) = Value::Method(self.heap.methods.len() as u32 - 1);
                }
                Op::Format { at, format, quoted } => {
                    let value = get!(at);
                    let format = self.constants[usize::from(format)];
                    get!(at) = tri!(self.format_value(value, format, quoted));
                }
                Op::Join { at, count } => {
                    let start = base + usize::from(at);
                    let parts: Vec<Value> = self.stack[start..start + usize::from(count)].to_vec();
                    get!(at) = tri!(self.join_texts(&parts));
                }
                Op::Return { from } => {
                    let value = get!(from);
                    if matches!(value, Value::Unbound) {
                        tri!(Err(Fault::unbound()));
                    }
                    let frame = self.frames[top];
                    if !matches!(frame.key, Value::Unbound) {
                        tri!(self.heap.put(frame.cache, frame.key, value));
                    }
                    self.frames.pop();
                    if top == floor {
                        return Ok(value);
                    }
                    self.stack[frame.result as usize] = value;
                    top -= 1;
                    base = self.frames[top].base as usize;
                    ops = &program.codes[self.frames[top].code as usize].ops;
                    pc = self.frames[top].pc as usize;
                }
                Op::ReturnNone => {
                    let frame = self.frames[top];
                    if !matches!(frame.key, Value::Unbound) {
                        tri!(self.heap.put(frame.cache, frame.key, Value::None));
                    }
                    self.frames.pop();
                    if top == floor {
                        return Ok(Value::None);
                    }
                    self.stack[frame.result as usize] = Value::None;
                    top -= 1;
                    base = self.frames[top].base as usize;
                    ops = &program.codes[self.frames[top].code as usize].ops;
                    pc = self.frames[top].pc as usize;
                }
                Op::Raise { from } => {
                    let mut message = String::new();
                    tri!(self.heap.write(get!(from), false, 0, &mut message));
                    let shown: String = message.chars().take(200).collect();
                    tri!(Err(Fault::new(Text::new("the rules stop with `{message}`").with("message", shown))));
                }
            }
        }
    }

    /// A function value; its defaults stand at `start` of the stack.
    fn closure(&mut self, number: u32, base: usize, start: usize) -> Outcome<Value> {
        let program = Arc::clone(&self.program);
        let code = &program.codes[number as usize];
        self.heap.charge(size_of::<Closure>() + 16 * (code.captures.len() + code.defaults))?;
        let captures = self.heap.cells.len() as u32;
        for &register in &code.captures {
            self.heap.cells.push(self.stack[base + usize::from(register)]);
        }
        let defaults = self.heap.cells.len() as u32;
        for at in 0..code.defaults {
            self.heap.cells.push(self.stack[start + at]);
        }
        self.heap.closures.push(Closure {
            code: number,
            captures: (captures, code.captures.len() as u32),
            defaults: (defaults, code.defaults as u32),
            cached: code.cached,
            cache: None,
        });
        Ok(Value::Function(self.heap.closures.len() as u32 - 1))
    }

    /// Puts named arguments, which stand last, into their places; returns how many arguments there are then.
    fn place_named(&mut self, function: Value, at: usize, count: usize, names: &[String]) -> Outcome<usize> {
        let Value::Function(closure) = function else { return Err(not_callable(function)) };
        let Closure { code, defaults, .. } = self.heap.closures[closure as usize];
        let program = Arc::clone(&self.program);
        let code = &program.codes[code as usize];
        let most = code.parameters.len();
        let plain = count - names.len();
        if plain > most || code.rest {
            return Err(wrong_count(code, count));
        }
        let mut values: Vec<Value> = self.stack[at..at + plain].to_vec();
        values.resize(most, Value::Unbound);
        for (name, number) in names.iter().zip(plain..) {
            let Some(place) = code.parameters.iter().position(|parameter| parameter == name) else {
                return Err(no_argument(&code.name, name));
            };
            if !matches!(values[place], Value::Unbound) {
                return Err(Fault::new(Text::new("`{name}` appears twice").with("name", name)));
            }
            values[place] = self.stack[at + number];
        }
        let least = most - code.defaults;
        for (place, value) in values.iter_mut().enumerate() {
            if matches!(value, Value::Unbound) {
                if place < least {
                    return Err(wrong_count(code, count));
                }
                *value = self.heap.cells[defaults.0 as usize + place - least];
            }
        }
        let needed = at + most;
        if self.stack.len() < needed {
            self.stack.resize(needed, Value::Unbound);
        }
        self.stack[at..needed].copy_from_slice(&values);
        Ok(most)
    }

    fn unpack(&mut self, value: Value, start: usize, count: usize) -> Outcome<()> {
        let mut items = Vec::new();
        self.heap.collect(value, &mut items)?;
        if items.len() != count {
            return Err(unpacked(count, items.len()));
        }
        self.stack[start..start + count].copy_from_slice(&items);
        Ok(())
    }

    fn unpack_star(&mut self, value: Value, start: usize, before: usize, after: usize) -> Outcome<()> {
        let mut items = Vec::new();
        self.heap.collect(value, &mut items)?;
        if items.len() < before + after {
            return Err(unpacked(before + after, items.len()));
        }
        let tail = items.len() - after;
        let middle = self.heap.list_of(&items[before..tail])?;
        self.stack[start..start + before].copy_from_slice(&items[..before]);
        self.stack[start + before] = middle;
        self.stack[start + before + 1..=start + before + after].copy_from_slice(&items[tail..]);
        Ok(())
    }

    pub fn extend(&mut self, list: u32, items: Value) -> Outcome<()> {
        let mut found = Vec::new();
        self.heap.collect(items, &mut found)?;
        self.spend(found.len())?;
        self.heap.charge(found.len() * 16)?;
        self.heap.list_mut(list)?.extend_from_slice(&found);
        Ok(())
    }

    fn builtin_at(&mut self, builtin: super::names::Builtin, start: usize, count: usize) -> Outcome<Value> {
        use super::names::Builtin;
        if count == 1
            && builtin == Builtin::LEN
            && let Some(length) = self.heap.length(self.stack[start])
        {
            return Ok(Value::Int(length));
        }
        if count == 2
            && let (Value::Int(a), Value::Int(b)) = (self.stack[start], self.stack[start + 1])
        {
            match builtin {
                Builtin::MIN => return Ok(Value::Int(a.min(b))),
                Builtin::MAX => return Ok(Value::Int(a.max(b))),
                _ => {}
            }
        }
        let mut arguments = [Value::None; 4];
        if count <= 4 {
            arguments[..count].copy_from_slice(&self.stack[start..start + count]);
            return self.builtin(builtin, &arguments[..count], &[]);
        }
        let arguments: Vec<Value> = self.stack[start..start + count].to_vec();
        self.builtin(builtin, &arguments, &[])
    }

    fn method_at(&mut self, object: Value, method: super::names::Method, start: usize, count: usize) -> Outcome<Value> {
        use super::names::Method;
        if let (Value::List(list), Method::APPEND, 1) = (object, method, count) {
            let value = self.stack[start];
            self.heap.append(list, value)?;
            return Ok(Value::None);
        }
        let mut arguments = [Value::None; 4];
        if count <= 4 {
            arguments[..count].copy_from_slice(&self.stack[start..start + count]);
            return self.method(object, method, &arguments[..count], &[]);
        }
        let arguments: Vec<Value> = self.stack[start..start + count].to_vec();
        self.method(object, method, &arguments, &[])
    }
}

/// The numbers of a `range`.
pub(crate) fn range_of(arguments: &[Value]) -> Outcome<Range> {
    let whole = |value: Value| match value {
        Value::Int(number) if number.unsigned_abs() < 1 << 60 => Ok(number),
        Value::Bool(flag) => Ok(i64::from(flag)),
        Value::Int(_) | Value::Big(_) => Err(limit(Text::new("a number is too large here"))),
        other => Err(wrong_argument("range", other)),
    };
    let (start, stop, step) = match arguments {
        [stop] => (0, whole(*stop)?, 1),
        [start, stop] => (whole(*start)?, whole(*stop)?, 1),
        [start, stop, step] => (whole(*start)?, whole(*stop)?, whole(*step)?),
        _ => return Err(argument_count("range", arguments.len())),
    };
    if step == 0 {
        return Err(Fault::new(Text::new("the step of a range is 0")));
    }
    let length =
        if step > 0 { Integer::div_ceil(&(stop - start), &step) } else { Integer::div_ceil(&(start - stop), &-step) };
    Ok(Range { start, step, length: length.max(0) })
}

#[cold]
pub(crate) fn not_callable(value: Value) -> Box<Fault> {
    if matches!(value, Value::Unbound) {
        return Fault::unbound();
    }
    Fault::new(Text::new("{kind} cannot be called").with_text("kind", kind(value)))
}

#[cold]
pub(crate) fn no_operator(symbol: &'static str, value: Value) -> Box<Fault> {
    if matches!(value, Value::Unbound) {
        return Fault::unbound();
    }
    Fault::new(Text::new("`{symbol}` does not work on {kind}").with("symbol", symbol).with_text("kind", kind(value)))
}

#[cold]
pub(crate) fn wrong_argument(name: &str, value: Value) -> Box<Fault> {
    if matches!(value, Value::Unbound) {
        return Fault::unbound();
    }
    Fault::new(Text::new("`{name}` does not take {kind} here").with("name", name).with_text("kind", kind(value)))
}

#[cold]
pub(crate) fn argument_count(name: &str, found: usize) -> Box<Fault> {
    Fault::new(Text::new("`{name}` does not take {found} arguments").with("name", name).with("found", found))
}

#[cold]
pub(crate) fn no_argument(function: &str, name: &str) -> Box<Fault> {
    Fault::new(Text::new("`{function}` has no argument named `{name}`").with("function", function).with("name", name))
}

#[cold]
fn wrong_count(code: &Code, found: usize) -> Box<Fault> {
    argument_count(&code.name, found)
}

#[cold]
fn unpacked(expected: usize, found: usize) -> Box<Fault> {
    Fault::new(
        Text::new("{expected} values are expected here, not {found}").with("expected", expected).with("found", found),
    )
}
