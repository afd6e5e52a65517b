//! From the tree to instructions.

use super::ast::{
    Argument, Binary, Clause, Collect, Compare, Expr, ExprKind, FormatPiece, Function, Statement, StatementKind, Unary,
};
use super::names::{BUILTINS, Builtin, METHODS, Method};
use super::op::{Code, Compiled, Constant, Op, Register};
use super::parse::{MODULES, literal};
use super::scope::{Scope, clause_names};
use crate::{Mistake, Place};
use grundy_lang::Text;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

/// Most registers of one function.
const MOST_REGISTERS: usize = 4000;

/// Where a variable lives.
#[derive(Clone, Copy, Debug)]
enum Slot {
    Register(Register),
    /// The register holds a shared variable.
    Shared(Register),
    Global(u16),
    Constant(Builtin),
    Infinity,
    Largest,
    Main,
}

#[derive(Debug, Default)]
struct Frame {
    ops: Vec<Op>,
    places: Vec<Place>,
    /// The function's own variables, then those of the comprehensions around this place.
    scopes: Vec<FxHashMap<String, Slot>>,
    globals: Vec<String>,
    top: usize,
    most: usize,
    locals: Vec<String>,
    /// For each loop around this place: jumps to its end, and to its next round.
    loops: Vec<(Vec<usize>, Vec<usize>)>,
    copies: bool,
    yields: Option<Register>,
}

pub(crate) struct Compiler {
    frames: Vec<Frame>,
    codes: Vec<Code>,
    constants: Vec<Constant>,
    globals: Vec<String>,
    global_slots: FxHashMap<String, u16>,
    name_lists: Vec<Vec<String>>,
    /// Names that stand for imported ones.
    imports: FxHashMap<String, String>,
    place: Place,
}

/// Compiles a whole file. `known` names are globals that are set from outside.
pub(crate) fn compile(body: &[Statement], known: &[&str]) -> Result<Compiled, Mistake> {
    let scope = Scope::of_body(body);
    let mut compiler = Compiler {
        frames: Vec::new(),
        codes: Vec::new(),
        constants: Vec::new(),
        globals: Vec::new(),
        global_slots: FxHashMap::default(),
        name_lists: Vec::new(),
        imports: FxHashMap::default(),
        place: Place::new(1, 1),
    };
    let declared = inner_globals(body);
    for name in known.iter().map(|name| (*name).to_owned()).chain(scope.bound.iter().cloned()).chain(declared) {
        if !compiler.global_slots.contains_key(&name) {
            let slot = compiler.globals.len() as u16;
            compiler.global_slots.insert(name.clone(), slot);
            compiler.globals.push(name);
        }
    }
    if compiler.globals.len() > 10_000 {
        return Err(Mistake::new(Place::new(1, 1), "the file has too many names"));
    }
    compiler.imports_of(body);
    let frame = Frame { copies: true, scopes: vec![FxHashMap::default()], ..Frame::default() };
    compiler.frames.push(frame);
    compiler.statements(body)?;
    compiler.emit(Op::ReturnNone);
    let frame = compiler.frames.pop().unwrap_or_default();
    let code = Code {
        name: "file".to_owned(),
        ops: frame.ops,
        places: frame.places,
        place: Place::new(1, 1),
        registers: frame.most + 1,
        parameters: Vec::new(),
        defaults: 0,
        rest: false,
        captures: Vec::new(),
        locals: frame.locals,
        cached: false,
    };
    compiler.codes.push(code);
    let Compiler { codes, constants, globals, name_lists, .. } = compiler;
    Ok(Compiled { codes, constants, globals, name_lists })
}

/// Names that functions declare `global`.
fn inner_globals(body: &[Statement]) -> Vec<String> {
    let mut names = Vec::new();
    each_statement(body, &mut |kind| {
        if let StatementKind::Global(list) = kind {
            names.extend(list.iter().cloned());
        }
    });
    names
}

fn each_statement(body: &[Statement], visit: &mut dyn FnMut(&StatementKind)) {
    for statement in body {
        visit(&statement.kind);
        match &statement.kind {
            StatementKind::If(_, a, b) | StatementKind::While(_, a, b) | StatementKind::For(_, _, a, b) => {
                each_statement(a, visit);
                each_statement(b, visit);
            }
            StatementKind::Def(function) => each_statement(&function.body, visit),
            _ => {}
        }
    }
}

impl Compiler {
    fn imports_of(&mut self, body: &[Statement]) {
        let imports = &mut self.imports;
        each_statement(body, &mut |kind| {
            if let StatementKind::Import(list) = kind {
                imports.extend(list.iter().filter(|(local, _)| local != "*").cloned());
            }
        });
    }

    fn frame(&mut self) -> &mut Frame {
        // A frame is pushed before anything is compiled and popped last.
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn emit(&mut self, op: Op) -> usize {
        let place = self.place;
        let frame = self.frame();
        frame.ops.push(op);
        frame.places.push(place);
        frame.ops.len() - 1
    }

    fn here(&mut self) -> usize {
        self.frame().ops.len()
    }

    fn alloc(&mut self) -> Result<Register, Mistake> {
        self.alloc_many(1)
    }

    fn alloc_many(&mut self, count: usize) -> Result<Register, Mistake> {
        let place = self.place;
        let frame = self.frame();
        let at = frame.top;
        frame.top += count;
        frame.most = frame.most.max(frame.top);
        if frame.top > MOST_REGISTERS {
            return Err(Mistake::new(place, "the code is too long for one function"));
        }
        Ok(at as Register)
    }

    fn top(&mut self) -> usize {
        self.frame().top
    }

    fn release(&mut self, top: usize) {
        self.frame().top = top;
    }

    /// Lets the jumps at `jumps` lead here.
    fn patch(&mut self, jumps: &[usize]) -> Result<(), Mistake> {
        let target = self.here();
        self.patch_to(jumps, target)
    }

    fn patch_to(&mut self, jumps: &[usize], target: usize) -> Result<(), Mistake> {
        let Ok(short) = u16::try_from(target) else {
            return Err(Mistake::new(self.place, "the code is too long for one function"));
        };
        for &jump in jumps {
            match &mut self.frame().ops[jump] {
                Op::Jump { to } => *to = target as u32,
                Op::JumpIf { to, .. }
                | Op::JumpUnless { to, .. }
                | Op::JumpLess { to, .. }
                | Op::JumpUnlessLess { to, .. }
                | Op::JumpLessEqual { to, .. }
                | Op::JumpUnlessLessEqual { to, .. }
                | Op::JumpEqual { to, .. }
                | Op::JumpUnlessEqual { to, .. }
                | Op::JumpLessInt { to, .. }
                | Op::JumpUnlessLessInt { to, .. }
                | Op::JumpEqualInt { to, .. }
                | Op::JumpUnlessEqualInt { to, .. }
                | Op::JumpIn { to, .. }
                | Op::JumpUnlessIn { to, .. }
                | Op::Next { exit: to, .. }
                | Op::NextRange { exit: to, .. } => *to = short,
                _ => {}
            }
        }
        Ok(())
    }

    fn jump_back(&mut self, target: usize) -> Result<(), Mistake> {
        if target > usize::from(u16::MAX) {
            return Err(Mistake::new(self.place, "the code is too long for one function"));
        }
        self.emit(Op::Jump { to: target as u32 });
        Ok(())
    }

    fn constant(&mut self, constant: Constant) -> Result<u16, Mistake> {
        if let Some(known) = self.constants.iter().rposition(|known| *known == constant) {
            return Ok(known as u16);
        }
        if self.constants.len() >= 20_000 {
            return Err(Mistake::new(self.place, "the file has too many constants"));
        }
        self.constants.push(constant);
        Ok(self.constants.len() as u16 - 1)
    }

    // Names.

    fn lookup(&mut self, name: &str) -> Result<Slot, Mistake> {
        let frame = self.frame();
        if let Some(slot) = frame.scopes.iter().rev().find_map(|scope| scope.get(name)) {
            return Ok(*slot);
        }
        if let Some(&slot) = self.global_slots.get(name) {
            return Ok(Slot::Global(slot));
        }
        if let Some(full) = self.imports.get(name).cloned() {
            return match full.split_once('.') {
                Some((module, inner)) => self.imported(module, inner),
                None => {
                    Err(Mistake::new(self.place, Text::new("the module `{name}` is not a value").with("name", full)))
                }
            };
        }
        if name == "__name__" {
            return Ok(Slot::Main);
        }
        if let Some(builtin) = Builtin::named(name) {
            return Ok(Slot::Constant(builtin));
        }
        Err(self.unknown(name))
    }

    fn imported(&mut self, module: &str, name: &str) -> Result<Slot, Mistake> {
        match (module, name) {
            ("math", "inf") => Ok(Slot::Infinity),
            ("sys", "maxsize") => Ok(Slot::Largest),
            _ => match Builtin::named(name) {
                Some(builtin) => Ok(Slot::Constant(builtin)),
                None => Err(self.unknown(&format!("{module}.{name}"))),
            },
        }
    }

    fn unknown(&self, name: &str) -> Mistake {
        let shown: String = name.chars().take(40).collect();
        let mistake = Mistake::new(self.place, Text::new("the name `{name}` is not known").with("name", &shown));
        let locals = self.frames.iter().flat_map(|frame| frame.scopes.iter().flat_map(FxHashMap::keys));
        let candidates = locals.chain(&self.globals).map(String::as_str).chain(BUILTINS.iter().copied());
        let near = candidates
            .map(|known| (strsim::damerau_levenshtein(&shown, known), known))
            .filter(|(distance, known)| *distance <= 1 + known.len().max(shown.len()) / 4)
            .min();
        match near {
            Some((_, meant)) => mistake.help(Text::new("did you mean `{name}`?").with("name", meant)),
            None => mistake,
        }
    }

    fn store(&mut self, name: &str, from: Register) -> Result<(), Mistake> {
        match self.lookup(name)? {
            Slot::Register(to) => {
                if to != from {
                    self.emit(Op::Move { to, from });
                }
            }
            Slot::Shared(to) => {
                self.emit(Op::StoreShared { to, from });
            }
            Slot::Global(slot) => {
                self.emit(Op::StoreGlobal { slot, from });
            }
            _ => return Err(self.unknown(name)),
        }
        Ok(())
    }

    /// The register of a name that can be written directly.
    fn direct(&mut self, target: &Expr) -> Option<Register> {
        let ExprKind::Name(name) = &target.kind else { return None };
        match self.lookup(name) {
            Ok(Slot::Register(register)) => Some(register),
            _ => None,
        }
    }

    // Statements.

    fn statements(&mut self, body: &[Statement]) -> Result<(), Mistake> {
        body.iter().try_for_each(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Mistake> {
        self.place = statement.place;
        let top = self.top();
        match &statement.kind {
            StatementKind::Expr(value) => {
                if !matches!(value.kind, ExprKind::Text(_)) {
                    self.expr(value, None)?;
                }
            }
            StatementKind::Assign(targets, value) => self.assign(targets, value)?,
            StatementKind::Augment(target, operator, value) => self.augment(target, *operator, value)?,
            StatementKind::If(test, then, otherwise) => {
                let skip = self.condition(test, false)?;
                self.release(top);
                self.statements(then)?;
                if otherwise.is_empty() {
                    self.patch(&skip)?;
                } else {
                    let end = self.emit(Op::Jump { to: 0 });
                    self.patch(&skip)?;
                    self.statements(otherwise)?;
                    self.patch(&[end])?;
                }
            }
            StatementKind::While(test, body, otherwise) => self.while_loop(test, body, otherwise)?,
            StatementKind::For(target, items, body, otherwise) => self.for_loop(target, items, body, otherwise)?,
            StatementKind::Def(function) => {
                let at = self.function(function)?;
                self.store(&function.name, at)?;
            }
            StatementKind::Return(value) => self.return_statement(value.as_ref())?,
            StatementKind::Break => {
                let jump = self.emit(Op::Jump { to: 0 });
                if let Some(last) = self.frame().loops.last_mut() {
                    last.0.push(jump);
                }
            }
            StatementKind::Continue => {
                let jump = self.emit(Op::Jump { to: 0 });
                if let Some(last) = self.frame().loops.last_mut() {
                    last.1.push(jump);
                }
            }
            StatementKind::Pass | StatementKind::Global(_) | StatementKind::Nonlocal(_) | StatementKind::Import(_) => {}
            StatementKind::Delete(targets) => targets.iter().try_for_each(|target| self.delete(target))?,
            StatementKind::Assert(test, message) => {
                let skip = self.condition(test, true)?;
                let at = match message {
                    Some(message) => self.expr(message, None)?,
                    None => {
                        let at = self.alloc()?;
                        let number = self.constant(Constant::Text("assert".to_owned()))?;
                        self.emit(Op::Constant { to: at, number });
                        at
                    }
                };
                self.emit(Op::Raise { from: at });
                self.patch(&skip)?;
            }
            StatementKind::Raise(value) => self.raise(value.as_ref())?,
        }
        self.release(top);
        Ok(())
    }

    /// Exceptions have no classes here; what is raised is its message.
    fn raise(&mut self, value: Option<&Expr>) -> Result<(), Mistake> {
        let at = self.alloc()?;
        let message = match value.map(|value| &value.kind) {
            Some(ExprKind::Call(function, arguments)) => match (arguments.first(), &function.kind) {
                (Some(Argument::Plain(message)), _) => Err(message),
                (_, ExprKind::Name(name)) => Ok(name.clone()),
                _ => Ok("raise".to_owned()),
            },
            Some(ExprKind::Name(name)) => Ok(name.clone()),
            _ => Ok("raise".to_owned()),
        };
        match message {
            Err(expr) => {
                self.expr(expr, Some(at))?;
            }
            Ok(name) => {
                let number = self.constant(Constant::Text(name))?;
                self.emit(Op::Constant { to: at, number });
            }
        }
        self.emit(Op::Raise { from: at });
        Ok(())
    }

    fn return_statement(&mut self, value: Option<&Expr>) -> Result<(), Mistake> {
        if let Some(collector) = self.frame().yields {
            if let Some(value) = value {
                self.expr(value, None)?;
            }
            self.emit(Op::Return { from: collector });
            return Ok(());
        }
        match value {
            None => {
                self.emit(Op::ReturnNone);
            }
            Some(value) => {
                let from = self.expr(value, None)?;
                self.emit(Op::Return { from });
            }
        }
        Ok(())
    }

    fn delete(&mut self, target: &Expr) -> Result<(), Mistake> {
        self.place = target.place;
        match &target.kind {
            ExprKind::Index(object, index) => {
                let object = self.expr(object, None)?;
                let index = self.expr(index, None)?;
                self.place = target.place;
                self.emit(Op::DeleteIndex { object, index });
                Ok(())
            }
            ExprKind::Name(name) => match self.lookup(name)? {
                Slot::Register(register) => {
                    self.emit(Op::Forget { register });
                    Ok(())
                }
                _ => Err(Mistake::new(target.place, "this cannot be deleted")),
            },
            _ => Err(Mistake::new(target.place, "this cannot be deleted")),
        }
    }

    fn assign(&mut self, targets: &[Expr], value: &Expr) -> Result<(), Mistake> {
        if let [target] = targets {
            if let Some(register) = self.direct(target) {
                self.expr(value, Some(register))?;
                return Ok(());
            }
            // `a, b = x, y` needs no tuple.
            if let (ExprKind::Tuple(to), ExprKind::Tuple(from)) = (&target.kind, &value.kind)
                && to.len() == from.len()
                && !to.iter().chain(from).any(|item| matches!(item.kind, ExprKind::Star(_)))
            {
                let mut registers = Vec::new();
                for item in from {
                    let at = self.alloc()?;
                    self.expr(item, Some(at))?;
                    registers.push(at);
                }
                for (item, register) in to.iter().zip(registers) {
                    self.assign_to(item, register)?;
                }
                return Ok(());
            }
        }
        let from = self.expr(value, None)?;
        targets.iter().try_for_each(|target| self.assign_to(target, from))
    }

    fn assign_to(&mut self, target: &Expr, from: Register) -> Result<(), Mistake> {
        self.place = target.place;
        let top = self.top();
        match &target.kind {
            ExprKind::Name(name) => self.store(name, from)?,
            ExprKind::Index(object, index) => {
                let object = self.expr(object, None)?;
                let index = self.expr(index, None)?;
                self.place = target.place;
                self.emit(Op::SetIndex { object, index, from });
            }
            ExprKind::Slice(object, parts) => {
                let at = self.slice_parts(object, parts)?;
                self.place = target.place;
                self.emit(Op::SetSlice { at, from });
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => self.unpack(items, from)?,
            _ => return Err(Mistake::new(target.place, "nothing can be assigned to this")),
        }
        self.release(top);
        Ok(())
    }

    fn unpack(&mut self, items: &[Expr], from: Register) -> Result<(), Mistake> {
        let star = items.iter().position(|item| matches!(item.kind, ExprKind::Star(_)));
        let to = self.alloc_many(items.len())?;
        match star {
            None => {
                self.emit(Op::Unpack { from, to, count: items.len() as u16 });
            }
            Some(at) => {
                let (Ok(before), Ok(after)) = (u8::try_from(at), u8::try_from(items.len() - at - 1)) else {
                    return Err(Mistake::new(self.place, "this chain is too long"));
                };
                self.emit(Op::UnpackStar { from, to, before, after });
            }
        }
        for (number, item) in items.iter().enumerate() {
            let item = if let ExprKind::Star(inner) = &item.kind { inner } else { item };
            self.assign_to(item, to + number as u16)?;
        }
        Ok(())
    }

    fn augment(&mut self, target: &Expr, operator: Binary, value: &Expr) -> Result<(), Mistake> {
        let place = self.place;
        match &target.kind {
            ExprKind::Index(object, index) => {
                let object = self.expr(object, None)?;
                let index = self.expr(index, None)?;
                let to = self.alloc()?;
                self.place = target.place;
                self.emit(Op::Index { to, object, index });
                self.augment_register(to, operator, value, place)?;
                self.place = target.place;
                self.emit(Op::SetIndex { object, index, from: to });
            }
            ExprKind::Name(name) => {
                if let Some(register) = self.direct(target) {
                    return self.augment_register(register, operator, value, place);
                }
                let to = self.alloc()?;
                self.expr(target, Some(to))?;
                self.augment_register(to, operator, value, place)?;
                self.store(name, to)?;
            }
            _ => return Err(Mistake::new(target.place, "nothing can be assigned to this")),
        }
        Ok(())
    }

    fn augment_register(&mut self, to: Register, operator: Binary, value: &Expr, place: Place) -> Result<(), Mistake> {
        if let Some(op) = immediate(operator, to, to, value) {
            self.place = place;
            self.emit(op);
            return Ok(());
        }
        let b = self.expr(value, None)?;
        self.place = place;
        self.emit(Op::Augment { operator, to, a: to, b });
        Ok(())
    }

    fn while_loop(&mut self, test: &Expr, body: &[Statement], otherwise: &[Statement]) -> Result<(), Mistake> {
        let place = self.place;
        let start = self.here();
        let top = self.top();
        let exit = self.condition(test, false)?;
        self.release(top);
        self.frame().loops.push((Vec::new(), Vec::new()));
        self.statements(body)?;
        self.end_loop(start, exit, otherwise, place)
    }

    fn end_loop(
        &mut self,
        start: usize,
        exit: Vec<usize>,
        otherwise: &[Statement],
        place: Place,
    ) -> Result<(), Mistake> {
        self.place = place;
        let (breaks, continues) = self.frame().loops.pop().unwrap_or_default();
        self.patch_to(&continues, start)?;
        self.jump_back(start)?;
        self.patch(&exit)?;
        self.statements(otherwise)?;
        self.patch(&breaks)
    }

    fn for_loop(
        &mut self,
        target: &Expr,
        items: &Expr,
        body: &[Statement],
        otherwise: &[Statement],
    ) -> Result<(), Mistake> {
        let place = self.place;
        let walk = self.walk(target, items)?;
        let start = self.here();
        let exit = self.step(&walk, target)?;
        self.frame().loops.push((Vec::new(), Vec::new()));
        self.statements(body)?;
        self.end_loop(start, vec![exit], otherwise, place)
    }

    /// Makes ready to go through `items`.
    fn walk(&mut self, target: &Expr, items: &Expr) -> Result<Walk, Mistake> {
        if let Some((builtin, arguments)) = self.builtin_call(items) {
            if builtin == Builtin::RANGE && (1..=3).contains(&arguments.len()) {
                let at = self.alloc_many(3)?;
                for (number, argument) in arguments.iter().enumerate() {
                    self.expr(argument, Some(at + number as u16))?;
                }
                self.place = items.place;
                self.emit(Op::IterateRange { at, count: arguments.len() as u8 });
                return Ok(Walk::Range(at));
            }
            if let (Builtin::ENUMERATE, [inner], ExprKind::Tuple(pair)) = (builtin, &arguments[..], &target.kind)
                && pair.len() == 2
                && !pair.iter().any(|item| matches!(item.kind, ExprKind::Star(_)))
            {
                let at = self.alloc_many(3)?;
                self.expr(inner, Some(at))?;
                self.place = items.place;
                self.emit(Op::Iterate { at });
                self.emit(Op::Int { to: at + 2, value: -1 });
                return Ok(Walk::Counted(at));
            }
        }
        let at = self.alloc_many(2)?;
        match constant_items(items) {
            Some(constant) => {
                let number = self.constant(constant)?;
                self.emit(Op::Constant { to: at, number });
            }
            None => {
                self.expr(items, Some(at))?;
            }
        }
        self.place = items.place;
        self.emit(Op::Iterate { at });
        Ok(Walk::Items(at))
    }

    /// Takes the next item; returns the jump that is taken at the end.
    fn step(&mut self, walk: &Walk, target: &Expr) -> Result<usize, Mistake> {
        self.place = target.place;
        let direct = self.direct(target);
        let to = match (walk, direct) {
            (Walk::Range(_) | Walk::Items(_), Some(register)) => register,
            _ => self.alloc()?,
        };
        let exit = match *walk {
            Walk::Range(at) => self.emit(Op::NextRange { at, to, exit: 0 }),
            Walk::Items(at) | Walk::Counted(at) => self.emit(Op::Next { at, to, exit: 0 }),
        };
        match (walk, &target.kind) {
            (Walk::Counted(at), ExprKind::Tuple(pair)) => {
                self.emit(Op::AddInt { to: at + 2, a: at + 2, value: 1 });
                self.assign_to(&pair[0], at + 2)?;
                self.assign_to(&pair[1], to)?;
            }
            _ if direct.is_some() => {}
            _ => self.assign_to(target, to)?,
        }
        Ok(exit)
    }

    /// A call of a builtin with plain arguments only.
    fn builtin_call<'a>(&mut self, expr: &'a Expr) -> Option<(Builtin, Vec<&'a Expr>)> {
        let ExprKind::Call(function, arguments) = &expr.kind else { return None };
        let builtin = self.builtin_of(function)?;
        let plain = |argument: &'a Argument| match argument {
            Argument::Plain(value) => Some(value),
            _ => None,
        };
        Some((builtin, arguments.iter().map(plain).collect::<Option<Vec<_>>>()?))
    }

    fn builtin_of(&mut self, function: &Expr) -> Option<Builtin> {
        let slot = match &function.kind {
            ExprKind::Name(name) => self.lookup(name),
            ExprKind::Attribute(object, name) => {
                let module = self.module_of(object)?;
                self.imported(&module, name)
            }
            _ => return None,
        };
        match slot {
            Ok(Slot::Constant(builtin)) => Some(builtin),
            _ => None,
        }
    }

    /// The module that an expression names.
    fn module_of(&mut self, object: &Expr) -> Option<String> {
        let ExprKind::Name(name) = &object.kind else { return None };
        if self.global_slots.contains_key(name) || self.frame().scopes.iter().any(|scope| scope.contains_key(name)) {
            return None;
        }
        self.imports.get(name).filter(|full| MODULES.contains(&full.as_str())).cloned()
    }

    // Functions.

    fn function(&mut self, function: &Function) -> Result<Register, Mistake> {
        let at = self.alloc()?;
        let defaults = function.parameters.iter().filter_map(|parameter| parameter.default.as_ref());
        let count = defaults.clone().count();
        let first = self.alloc_many(count.saturating_sub(1))?;
        for (number, default) in defaults.enumerate() {
            let to = if number == 0 { at } else { first + number as u16 - 1 };
            self.expr(default, Some(to))?;
        }
        let code = self.code(function, count)?;
        self.codes.push(code);
        if self.codes.len() > 10_000 {
            return Err(Mistake::new(function.place, "the file has too many functions"));
        }
        self.place = function.place;
        self.emit(Op::Function { at, number: self.codes.len() as u16 - 1 });
        self.release(usize::from(at) + 1);
        Ok(at)
    }

    fn code(&mut self, function: &Function, defaults: usize) -> Result<Code, Mistake> {
        if self.frames.len() > 50 {
            return Err(Mistake::new(function.place, "the code is nested too deeply"));
        }
        let scope = Scope::of(function);
        let mut own = FxHashMap::default();
        let mut locals: Vec<String> = Vec::new();
        let parameter_count = function.parameters.len() + usize::from(function.rest.is_some());
        for name in scope.bound.iter().take(parameter_count) {
            own.insert(name.clone(), self.own_slot(name, &scope, locals.len()));
            locals.push(name.clone());
        }
        // What is captured: names that are mentioned, not bound, and shared by an enclosing function.
        let mut captures = Vec::new();
        let mut mentioned: Vec<&String> = scope.mentioned.iter().filter(|name| !own.contains_key(*name)).collect();
        mentioned.sort_unstable();
        for name in mentioned {
            if scope.bound.contains(name) || scope.globals.contains(name) {
                continue;
            }
            let found = self.frame().scopes.iter().rev().find_map(|scope| scope.get(name)).copied();
            if let Some(Slot::Shared(register)) = found {
                captures.push(register);
                own.insert(name.clone(), Slot::Shared(locals.len() as Register));
                locals.push(name.clone());
            }
        }
        if let Some(name) = scope.nonlocals.iter().find(|name| !own.contains_key(*name)) {
            return Err(Mistake::new(function.place, Text::new("the name `{name}` is not known").with("name", name)));
        }
        let mut frame = Frame { copies: scope.walrus, ..Frame::default() };
        for name in scope.bound.iter().skip(parameter_count) {
            own.insert(name.clone(), self.own_slot(name, &scope, locals.len()));
            locals.push(name.clone());
        }
        frame.top = locals.len();
        frame.most = locals.len();
        frame.globals = scope.globals.iter().cloned().collect();
        let shared: Vec<Register> = scope
            .bound
            .iter()
            .filter_map(|name| match own.get(name) {
                Some(Slot::Shared(register)) => Some(*register),
                _ => None,
            })
            .collect();
        frame.scopes.push(own);
        frame.locals.clone_from(&locals);
        self.frames.push(frame);
        self.place = function.place;
        let compiled = self.function_body(function, &shared);
        let frame = self.frames.pop().unwrap_or_default();
        compiled?;
        Ok(Code {
            name: function.name.clone(),
            ops: frame.ops,
            places: frame.places,
            place: function.place,
            registers: frame.most + 1,
            parameters: function.parameters.iter().map(|parameter| parameter.name.clone()).collect(),
            defaults,
            rest: function.rest.is_some(),
            captures,
            locals,
            cached: function.cached,
        })
    }

    fn own_slot(&self, name: &String, scope: &Scope, number: usize) -> Slot {
        let register = number as Register;
        if scope.inner.contains(name) { Slot::Shared(register) } else { Slot::Register(register) }
    }

    fn function_body(&mut self, function: &Function, shared: &[Register]) -> Result<(), Mistake> {
        if self.top() > MOST_REGISTERS {
            return Err(Mistake::new(function.place, "the code is too long for one function"));
        }
        for &register in shared {
            self.emit(Op::Share { register });
        }
        if function.yields {
            let collector = self.alloc()?;
            self.emit(Op::List { to: collector, from: collector, count: 0 });
            self.frame().yields = Some(collector);
        }
        self.statements(&function.body)?;
        match self.frame().yields {
            Some(from) => self.emit(Op::Return { from }),
            None => self.emit(Op::ReturnNone),
        };
        Ok(())
    }

    // Expressions.

    /// Compiles an expression; the result is in the returned register, which is `want` when one is given.
    fn expr(&mut self, expr: &Expr, want: Option<Register>) -> Result<Register, Mistake> {
        self.place = expr.place;
        if let Some(constant) = constant_of(expr) {
            let to = self.target(want)?;
            match &constant {
                Constant::Int(number) if number.to_i32().is_some() => {
                    self.emit(Op::Int { to, value: number.to_i32().unwrap_or(0) });
                }
                _ => {
                    let number = self.constant(constant)?;
                    self.emit(Op::Constant { to, number });
                }
            }
            return Ok(to);
        }
        match &expr.kind {
            ExprKind::Name(name) => self.name(name, want),
            ExprKind::Binary(operator, a, b) => self.binary(*operator, a, b, expr.place, want),
            ExprKind::Unary(operator, inner) => {
                let to = self.target(want)?;
                let a = self.temporary(inner, to)?;
                self.place = expr.place;
                self.emit(match operator {
                    Unary::Negative => Op::Negative { to, a },
                    Unary::Positive => Op::Positive { to, a },
                    Unary::Invert => Op::Invert { to, a },
                });
                Ok(to)
            }
            ExprKind::Not(inner) => {
                let to = self.target(want)?;
                let a = self.temporary(inner, to)?;
                self.place = expr.place;
                self.emit(Op::Not { to, a });
                Ok(to)
            }
            ExprKind::And(items) => self.and_or(items, false, want),
            ExprKind::Or(items) => self.and_or(items, true, want),
            ExprKind::Compare(first, links) => self.compare(first, links, want),
            ExprKind::IfElse(test, then, otherwise) => {
                let to = self.fresh(want)?;
                let top = self.top();
                let skip = self.condition(test, false)?;
                self.release(top);
                self.expr(then, Some(to))?;
                let end = self.emit(Op::Jump { to: 0 });
                self.patch(&skip)?;
                self.expr(otherwise, Some(to))?;
                self.patch(&[end])?;
                self.settle(to, want)
            }
            ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Set(items) => {
                self.display(&expr.kind, items, want)
            }
            ExprKind::Dict(pairs) => {
                let to = self.fresh(want)?;
                let from = self.top() as Register;
                if pairs.len() > 1000 {
                    return Err(Mistake::new(expr.place, "the code is too long for one function"));
                }
                for (key, value) in pairs {
                    let at = self.alloc_many(2)?;
                    self.expr(key, Some(at))?;
                    self.expr(value, Some(at + 1))?;
                    self.release(usize::from(at) + 2);
                }
                self.place = expr.place;
                self.emit(Op::Dict { to, from, count: pairs.len() as u16 });
                self.release(usize::from(to.max(from)));
                self.finish(to, want)
            }
            ExprKind::Index(object, index) => self.index(object, index, expr.place, want),
            ExprKind::Slice(object, parts) => {
                let to = self.target(want)?;
                let top = self.top();
                let at = self.slice_parts(object, parts)?;
                self.place = expr.place;
                self.emit(Op::Slice { to, at });
                self.release(top);
                Ok(to)
            }
            ExprKind::Call(function, arguments) => self.call(function, arguments, expr.place, want),
            ExprKind::Attribute(object, name) => {
                if let Some(module) = self.module_of(object) {
                    let slot = self.imported(&module, name)?;
                    return self.slot_value(slot, want);
                }
                let method = self.method(name)?;
                let to = self.target(want)?;
                let object = self.temporary(object, to)?;
                self.place = expr.place;
                self.emit(Op::BindMethod { to, object, method });
                Ok(to)
            }
            ExprKind::Lambda(function) => {
                let at = self.function(function)?;
                self.settle(at, want)
            }
            ExprKind::Comprehension(collect, element, value, clauses) => {
                self.comprehension(*collect, element, value.as_deref(), clauses, want)
            }
            ExprKind::Format(pieces) => self.format(pieces, want),
            ExprKind::Walrus(name, value) => {
                let to = self.target(want)?;
                self.expr(value, Some(to))?;
                self.store(name, to)?;
                Ok(to)
            }
            ExprKind::Yield(value) => self.yielding(value.as_deref(), want),
            ExprKind::Star(_) => Err(Mistake::new(expr.place, "a `*` needs a list around it")),
            ExprKind::None | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Text(_) => {
                Err(Mistake::new(expr.place, "the line ends too early"))
            }
        }
    }

    /// The wanted register or a new one. Only for code that reads all its operands before it writes.
    fn target(&mut self, want: Option<Register>) -> Result<Register, Mistake> {
        match want {
            Some(register) => Ok(register),
            None => self.alloc(),
        }
    }

    /// The wanted register if it is not a variable, whose old value may still be read, or a new one.
    fn fresh(&mut self, want: Option<Register>) -> Result<Register, Mistake> {
        match want {
            Some(register) if usize::from(register) >= self.frame().locals.len() => {
                if self.in_comprehension(register) {
                    self.alloc()
                } else {
                    Ok(register)
                }
            }
            _ => self.alloc(),
        }
    }

    fn in_comprehension(&mut self, register: Register) -> bool {
        self.frame().scopes.iter().skip(1).any(|scope| {
            scope.values().any(|slot| matches!(slot, Slot::Register(at) | Slot::Shared(at) if *at == register))
        })
    }

    fn settle(&mut self, at: Register, want: Option<Register>) -> Result<Register, Mistake> {
        match want {
            Some(to) if to != at => {
                self.emit(Op::Move { to, from: at });
                Ok(to)
            }
            _ => Ok(at),
        }
    }

    /// As [`Self::settle`], giving back what was used above a new register.
    fn finish(&mut self, at: Register, want: Option<Register>) -> Result<Register, Mistake> {
        if want != Some(at) {
            let top = self.top().max(usize::from(at) + 1);
            self.release(top);
        }
        self.settle(at, want)
    }

    /// An operand: its own register if it is a variable, else `spare` where that is a temporary.
    fn temporary(&mut self, expr: &Expr, _spare: Register) -> Result<Register, Mistake> {
        self.expr(expr, None)
    }

    fn name(&mut self, name: &str, want: Option<Register>) -> Result<Register, Mistake> {
        let slot = self.lookup(name)?;
        self.slot_value(slot, want)
    }

    fn slot_value(&mut self, slot: Slot, want: Option<Register>) -> Result<Register, Mistake> {
        match slot {
            Slot::Register(register) => {
                if want.is_none() && !self.frame().copies {
                    return Ok(register);
                }
                let to = self.target(want)?;
                if to != register {
                    self.emit(Op::Move { to, from: register });
                }
                Ok(to)
            }
            Slot::Shared(from) => {
                let to = self.target(want)?;
                self.emit(Op::LoadShared { to, from });
                Ok(to)
            }
            Slot::Global(slot) => {
                let to = self.target(want)?;
                self.emit(Op::LoadGlobal { to, slot });
                Ok(to)
            }
            Slot::Constant(builtin) => self.load(Constant::Builtin(builtin), want),
            Slot::Infinity => self.load(Constant::Infinite(false), want),
            Slot::Largest => self.load(Constant::Int(BigInt::from(i64::MAX)), want),
            Slot::Main => self.load(Constant::Text("__main__".to_owned()), want),
        }
    }

    fn load(&mut self, constant: Constant, want: Option<Register>) -> Result<Register, Mistake> {
        let to = self.target(want)?;
        let number = self.constant(constant)?;
        self.emit(Op::Constant { to, number });
        Ok(to)
    }

    fn binary(
        &mut self,
        operator: Binary,
        a: &Expr,
        b: &Expr,
        place: Place,
        want: Option<Register>,
    ) -> Result<Register, Mistake> {
        let to = self.target(want)?;
        let top = self.top();
        let a = self.expr(a, None)?;
        let op = match immediate(operator, to, a, b) {
            Some(op) => op,
            None => {
                let b = self.expr(b, None)?;
                match operator {
                    Binary::Add => Op::Add { to, a, b },
                    Binary::Subtract => Op::Subtract { to, a, b },
                    Binary::Multiply => Op::Multiply { to, a, b },
                    Binary::FloorDivide => Op::FloorDivide { to, a, b },
                    Binary::Remainder => Op::Remainder { to, a, b },
                    _ => Op::Binary { operator, to, a, b },
                }
            }
        };
        self.place = place;
        self.emit(op);
        self.release(top);
        Ok(to)
    }

    fn and_or(&mut self, items: &[Expr], stop_at: bool, want: Option<Register>) -> Result<Register, Mistake> {
        let to = self.fresh(want)?;
        let mut jumps = Vec::new();
        for (number, item) in items.iter().enumerate() {
            let top = self.top();
            self.expr(item, Some(to))?;
            self.release(top);
            if number + 1 < items.len() {
                jumps.push(self.emit(if stop_at {
                    Op::JumpIf { a: to, to: 0 }
                } else {
                    Op::JumpUnless { a: to, to: 0 }
                }));
            }
        }
        self.patch(&jumps)?;
        self.settle(to, want)
    }

    fn compare(
        &mut self,
        first: &Expr,
        links: &[(Compare, Place, Expr)],
        want: Option<Register>,
    ) -> Result<Register, Mistake> {
        let to = self.fresh(want)?;
        let top = self.top();
        let mut a = self.expr(first, None)?;
        let mut jumps = Vec::new();
        for (number, (operator, place, link)) in links.iter().enumerate() {
            let b = self.expr(link, None)?;
            self.place = *place;
            self.emit(Op::Compare { operator: *operator, to, a, b });
            if number + 1 < links.len() {
                jumps.push(self.emit(Op::JumpUnless { a: to, to: 0 }));
            }
            a = b;
        }
        self.patch(&jumps)?;
        self.release(top);
        self.settle(to, want)
    }

    /// Compiles a test; the returned jumps are taken when its truth is `when`, otherwise the code goes on.
    fn condition(&mut self, expr: &Expr, when: bool) -> Result<Vec<usize>, Mistake> {
        match &expr.kind {
            ExprKind::Not(inner) => self.condition(inner, !when),
            ExprKind::And(items) | ExprKind::Or(items) => {
                let and = matches!(expr.kind, ExprKind::And(_));
                let Some((last, others)) = items.split_last() else { return Ok(Vec::new()) };
                let mut jumps = Vec::new();
                if and == when {
                    // All but the last leave early the other way.
                    let mut leave = Vec::new();
                    for item in others {
                        leave.extend(self.condition(item, !when)?);
                    }
                    jumps.extend(self.condition(last, when)?);
                    self.patch(&leave)?;
                } else {
                    for item in items {
                        jumps.extend(self.condition(item, when)?);
                    }
                }
                Ok(jumps)
            }
            ExprKind::Compare(first, links) if links.len() == 1 => self.compare_jump(first, &links[0], when),
            ExprKind::Bool(truth) => Ok(if *truth == when { vec![self.emit(Op::Jump { to: 0 })] } else { Vec::new() }),
            _ => {
                let top = self.top();
                let a = self.expr(expr, None)?;
                self.place = expr.place;
                self.release(top);
                let op = if when { Op::JumpIf { a, to: 0 } } else { Op::JumpUnless { a, to: 0 } };
                Ok(vec![self.emit(op)])
            }
        }
    }

    fn compare_jump(
        &mut self,
        first: &Expr,
        (operator, place, second): &(Compare, Place, Expr),
        when: bool,
    ) -> Result<Vec<usize>, Mistake> {
        let top = self.top();
        let a = self.expr(first, None)?;
        let small = literal(second).and_then(ToPrimitive::to_i16).filter(|value| *value < i16::MAX);
        let op = if let Some(value) = small
            && !matches!(operator, Compare::In | Compare::NotIn | Compare::Is | Compare::IsNot)
        {
            let (value, less, flipped) = match operator {
                Compare::Equal => (value, false, false),
                Compare::Unequal => (value, false, true),
                Compare::Less => (value, true, false),
                Compare::LessEqual => (value + 1, true, false),
                Compare::Greater => (value + 1, true, true),
                _ => (value, true, true),
            };
            match (less, flipped != when) {
                (true, true) => Op::JumpLessInt { a, value, to: 0 },
                (true, false) => Op::JumpUnlessLessInt { a, value, to: 0 },
                (false, true) => Op::JumpEqualInt { a, value, to: 0 },
                (false, false) => Op::JumpUnlessEqualInt { a, value, to: 0 },
            }
        } else {
            let b = self.expr(second, None)?;
            let to = 0;
            match (operator, when) {
                (Compare::Equal, true) | (Compare::Unequal, false) => Op::JumpEqual { a, b, to },
                (Compare::Equal, false) | (Compare::Unequal, true) => Op::JumpUnlessEqual { a, b, to },
                (Compare::Less, true) => Op::JumpLess { a, b, to },
                (Compare::Less, false) => Op::JumpUnlessLess { a, b, to },
                (Compare::LessEqual, true) => Op::JumpLessEqual { a, b, to },
                (Compare::LessEqual, false) => Op::JumpUnlessLessEqual { a, b, to },
                (Compare::Greater, true) => Op::JumpLess { a: b, b: a, to },
                (Compare::Greater, false) => Op::JumpUnlessLess { a: b, b: a, to },
                (Compare::GreaterEqual, true) => Op::JumpLessEqual { a: b, b: a, to },
                (Compare::GreaterEqual, false) => Op::JumpUnlessLessEqual { a: b, b: a, to },
                (Compare::In, true) | (Compare::NotIn, false) => Op::JumpIn { a, b, to },
                (Compare::In, false) | (Compare::NotIn, true) => Op::JumpUnlessIn { a, b, to },
                (Compare::Is | Compare::IsNot, _) => {
                    let result = self.alloc()?;
                    self.place = *place;
                    self.emit(Op::Compare { operator: *operator, to: result, a, b });
                    if when { Op::JumpIf { a: result, to } } else { Op::JumpUnless { a: result, to } }
                }
            }
        };
        self.place = *place;
        let jump = self.emit(op);
        self.release(top);
        Ok(vec![jump])
    }

    fn index(
        &mut self,
        object: &Expr,
        index: &Expr,
        place: Place,
        want: Option<Register>,
    ) -> Result<Register, Mistake> {
        let to = self.target(want)?;
        let top = self.top();
        let object = self.expr(object, None)?;
        let op = match literal(index).and_then(ToPrimitive::to_i16) {
            Some(value) => Op::IndexInt { to, object, value },
            None => Op::Index { to, object, index: self.expr(index, None)? },
        };
        self.place = place;
        self.emit(op);
        self.release(top);
        Ok(to)
    }

    fn slice_parts(&mut self, object: &Expr, parts: &[Option<Box<Expr>>; 3]) -> Result<Register, Mistake> {
        let at = self.alloc_many(4)?;
        self.expr(object, Some(at))?;
        for (number, part) in parts.iter().enumerate() {
            let to = at + 1 + number as u16;
            match part {
                Some(part) => {
                    self.expr(part, Some(to))?;
                }
                None => {
                    self.load(Constant::None, Some(to))?;
                }
            }
        }
        Ok(at)
    }

    fn display(&mut self, kind: &ExprKind, items: &[Expr], want: Option<Register>) -> Result<Register, Mistake> {
        let place = self.place;
        let to = self.fresh(want)?;
        let from = self.top() as Register;
        let list_kind = matches!(kind, ExprKind::List(_));
        if items.len() > 200 || items.iter().any(|item| matches!(item.kind, ExprKind::Star(_))) {
            // Built up one by one.
            self.emit(Op::List { to, from: to, count: 0 });
            for item in items {
                let top = self.top();
                if let ExprKind::Star(inner) = &item.kind {
                    let from = self.expr(inner, None)?;
                    self.emit(Op::Extend { list: to, from });
                } else {
                    let from = self.expr(item, None)?;
                    self.emit(Op::Append { list: to, from });
                }
                self.release(top);
            }
            match kind {
                ExprKind::Tuple(_) => {
                    self.emit(Op::ListToTuple { register: to });
                }
                ExprKind::Set(_) => {
                    self.emit(Op::ListToSet { register: to });
                }
                _ => {}
            }
            return self.settle(to, want);
        }
        for item in items {
            let at = self.alloc()?;
            self.expr(item, Some(at))?;
            self.release(usize::from(at) + 1);
        }
        self.place = place;
        let count = items.len() as u16;
        self.emit(match kind {
            ExprKind::Tuple(_) => Op::Tuple { to, from, count },
            _ if list_kind => Op::List { to, from, count },
            _ => Op::Set { to, from, count },
        });
        self.release(usize::from(from));
        self.settle(to, want)
    }

    fn method(&self, name: &str) -> Result<Method, Mistake> {
        Method::named(name).ok_or_else(|| {
            let mistake = Mistake::new(self.place, Text::new("there is no method `{name}` here").with("name", name));
            let near = METHODS
                .iter()
                .map(|known| (strsim::damerau_levenshtein(name, known), *known))
                .filter(|(distance, known)| *distance <= 1 + known.len().max(name.len()) / 4)
                .min();
            match near {
                Some((_, meant)) => mistake.help(Text::new("did you mean `{name}`?").with("name", meant)),
                None => mistake,
            }
        })
    }

    fn call(
        &mut self,
        function: &Expr,
        arguments: &[Argument],
        place: Place,
        want: Option<Register>,
    ) -> Result<Register, Mistake> {
        if let Some(builtin) = self.builtin_of(function)
            && let [
                Argument::Plain(Expr {
                    kind: ExprKind::Comprehension(Collect::Generator, element, None, clauses), ..
                }),
            ] = arguments
        {
            match builtin {
                Builtin::ANY | Builtin::ALL => return self.any_all(builtin, element, clauses, want),
                Builtin::SUM => return self.sum_of(element, clauses, want),
                _ => {}
            }
        }
        let top = self.top();
        let at = self.call_base(want)?;
        let builtin = self.builtin_of(function);
        let plain = arguments.iter().all(|argument| matches!(argument, Argument::Plain(_)));
        let method = match &function.kind {
            ExprKind::Attribute(object, name) if self.module_of(object).is_none() && builtin.is_none() => {
                self.place = function.place;
                let method = self.method(name)?;
                self.expr(object, Some(at))?;
                self.release(usize::from(at) + 1);
                Some(method)
            }
            _ => None,
        };
        if plain && let (Some(builtin), None) = (builtin, method) {
            for (number, argument) in arguments.iter().enumerate() {
                let to = if number == 0 { at } else { self.alloc()? };
                self.argument(argument, to)?;
            }
            self.place = place;
            self.emit(Op::CallBuiltin { at, builtin, count: arguments.len() as u8 });
            return self.call_result(at, top, want);
        }
        if arguments.iter().any(|argument| matches!(argument, Argument::Spread(_))) {
            return self.call_spread(function, arguments, method, place, at, top, want);
        }
        if method.is_none() {
            self.expr(function, Some(at))?;
            self.release(usize::from(at) + 1);
        }
        let mut names = Vec::new();
        for argument in arguments {
            let to = self.alloc()?;
            self.argument(argument, to)?;
            if let Argument::Named(name, _) = argument {
                names.push(name.clone());
            }
        }
        self.place = place;
        let count = arguments.len() as u8;
        let op = if names.is_empty() {
            match method {
                Some(method) => Op::CallMethod { at, method, count },
                None => Op::Call { at, count },
            }
        } else {
            self.name_lists.push(names);
            let names = self.name_lists.len() as u16 - 1;
            match method {
                Some(method) => Op::CallMethodNamed { at, method, count, names },
                None => Op::CallNamed { at, count, names },
            }
        };
        self.emit(op);
        self.call_result(at, top, want)
    }

    fn argument(&mut self, argument: &Argument, to: Register) -> Result<(), Mistake> {
        let (Argument::Plain(value) | Argument::Named(_, value) | Argument::Spread(value)) = argument;
        self.expr(value, Some(to))?;
        self.release(usize::from(to) + 1);
        Ok(())
    }

    /// The register of the function of a call, above everything in use.
    fn call_base(&mut self, want: Option<Register>) -> Result<Register, Mistake> {
        match want {
            Some(to) if usize::from(to) + 1 == self.top() && usize::from(to) >= self.frame().locals.len() => {
                if self.in_comprehension(to) { self.alloc() } else { Ok(to) }
            }
            _ => self.alloc(),
        }
    }

    fn call_result(&mut self, at: Register, top: usize, want: Option<Register>) -> Result<Register, Mistake> {
        match want {
            Some(to) => {
                self.release(top);
                self.settle(at, Some(to))
            }
            None => {
                self.release(usize::from(at) + 1);
                Ok(at)
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn call_spread(
        &mut self,
        function: &Expr,
        arguments: &[Argument],
        method: Option<Method>,
        place: Place,
        at: Register,
        top: usize,
        want: Option<Register>,
    ) -> Result<Register, Mistake> {
        match method {
            None => {
                self.expr(function, Some(at))?;
                self.release(usize::from(at) + 1);
            }
            Some(method) => {
                self.emit(Op::BindMethod { to: at, object: at, method });
            }
        }
        let list = self.alloc()?;
        self.emit(Op::List { to: list, from: list, count: 0 });
        for argument in arguments {
            let before = self.top();
            match argument {
                Argument::Plain(value) => {
                    let from = self.expr(value, None)?;
                    self.emit(Op::Append { list, from });
                }
                Argument::Spread(value) => {
                    let from = self.expr(value, None)?;
                    self.emit(Op::Extend { list, from });
                }
                Argument::Named(_, value) => {
                    return Err(Mistake::new(value.place, "named arguments cannot stand beside `*` here"));
                }
            }
            self.release(before);
        }
        self.place = place;
        self.emit(Op::CallSpread { at });
        self.call_result(at, top, want)
    }

    // Comprehensions.

    fn comprehension(
        &mut self,
        collect: Collect,
        element: &Expr,
        value: Option<&Expr>,
        clauses: &[Clause],
        want: Option<Register>,
    ) -> Result<Register, Mistake> {
        let to = self.fresh(want)?;
        let top = self.top();
        self.emit(match collect {
            Collect::List | Collect::Generator => Op::List { to, from: to, count: 0 },
            Collect::Set => Op::Set { to, from: to, count: 0 },
            Collect::Dict => Op::Dict { to, from: to, count: 0 },
        });
        self.clauses(clauses, &[Some(element), value], &mut |compiler| {
            let from = compiler.expr(element, None)?;
            compiler.place = element.place;
            match value {
                Some(value) => {
                    let value = compiler.expr(value, None)?;
                    compiler.emit(Op::Put { dict: to, key: from, value });
                }
                None if collect == Collect::Set => {
                    compiler.emit(Op::AddToSet { set: to, from });
                }
                None => {
                    compiler.emit(Op::Append { list: to, from });
                }
            }
            Ok(())
        })?;
        self.release(top);
        self.settle(to, want)
    }

    fn any_all(
        &mut self,
        builtin: Builtin,
        element: &Expr,
        clauses: &[Clause],
        want: Option<Register>,
    ) -> Result<Register, Mistake> {
        let any = builtin == Builtin::ANY;
        let to = self.fresh(want)?;
        let top = self.top();
        self.load(Constant::Bool(any), Some(to))?;
        let mut found = Vec::new();
        self.clauses(clauses, &[Some(element), None], &mut |compiler| {
            found.extend(compiler.condition(element, any)?);
            Ok(())
        })?;
        self.load(Constant::Bool(!any), Some(to))?;
        self.patch(&found)?;
        self.release(top);
        self.settle(to, want)
    }

    fn sum_of(&mut self, element: &Expr, clauses: &[Clause], want: Option<Register>) -> Result<Register, Mistake> {
        let to = self.fresh(want)?;
        let top = self.top();
        self.emit(Op::Int { to, value: 0 });
        self.clauses(clauses, &[Some(element), None], &mut |compiler| {
            let b = compiler.expr(element, None)?;
            compiler.place = element.place;
            compiler.emit(Op::Add { to, a: to, b });
            Ok(())
        })?;
        self.release(top);
        self.settle(to, want)
    }

    /// The loops of a comprehension around `body`.
    fn clauses(
        &mut self,
        clauses: &[Clause],
        inner: &[Option<&Expr>],
        body: &mut dyn FnMut(&mut Self) -> Result<(), Mistake>,
    ) -> Result<(), Mistake> {
        let Some(first) = clauses.first() else { return Ok(()) };
        // The first collection is looked at before the variables exist.
        let first_walk = self.walk(&first.target, &first.items)?;
        let mut all: Vec<&Expr> = inner.iter().flatten().copied().collect();
        for clause in clauses {
            all.push(&clause.items);
            all.extend(&clause.conditions);
        }
        let shared = Scope::inner_of(&all);
        let mut scope = FxHashMap::default();
        for name in clause_names(clauses) {
            let register = self.alloc()?;
            if shared.contains(&name) {
                self.emit(Op::Forget { register });
                self.emit(Op::Share { register });
                scope.insert(name, Slot::Shared(register));
            } else {
                scope.insert(name, Slot::Register(register));
            }
        }
        self.frame().scopes.push(scope);
        let result = self.clause(clauses, Some(first_walk), body);
        self.frame().scopes.pop();
        result
    }

    fn clause(
        &mut self,
        clauses: &[Clause],
        walk: Option<Walk>,
        body: &mut dyn FnMut(&mut Self) -> Result<(), Mistake>,
    ) -> Result<(), Mistake> {
        let Some((first, rest)) = clauses.split_first() else { return body(self) };
        let walk = match walk {
            Some(walk) => walk,
            None => self.walk(&first.target, &first.items)?,
        };
        let start = self.here();
        let exit = self.step(&walk, &first.target)?;
        for condition in &first.conditions {
            let top = self.top();
            let skip = self.condition(condition, false)?;
            self.release(top);
            self.patch_to(&skip, start)?;
        }
        let top = self.top();
        self.clause(rest, None, body)?;
        self.release(top);
        self.jump_back(start)?;
        self.patch(&[exit])
    }

    fn format(&mut self, pieces: &[FormatPiece], want: Option<Register>) -> Result<Register, Mistake> {
        let top = self.top();
        let at = self.top() as Register;
        for piece in pieces {
            let to = self.alloc()?;
            match piece {
                FormatPiece::Text(text) => {
                    self.load(Constant::Text(text.clone()), Some(to))?;
                }
                FormatPiece::Value { value, quoted, format } => {
                    self.expr(value, Some(to))?;
                    self.release(usize::from(to) + 1);
                    let format = self.constant(Constant::Text(format.clone()))?;
                    self.place = value.place;
                    self.emit(Op::Format { at: to, format, quoted: *quoted });
                }
            }
        }
        if pieces.is_empty() {
            self.release(top);
            return self.load(Constant::Text(String::new()), want);
        }
        self.emit(Op::Join { at, count: pieces.len() as u16 });
        self.release(usize::from(at) + 1);
        if want.is_some() {
            self.release(top);
        }
        self.settle(at, want)
    }

    /// Values that a function yields are gathered in a list.
    fn yielding(&mut self, value: Option<&Expr>, want: Option<Register>) -> Result<Register, Mistake> {
        let Some(list) = self.frame().yields else {
            return Err(Mistake::new(self.place, "`yield` stands outside of a function"));
        };
        match value.map(|value| (&value.kind, value)) {
            Some((ExprKind::Star(items), _)) => {
                let from = self.expr(items, None)?;
                self.emit(Op::Extend { list, from });
            }
            Some((_, value)) => {
                let from = self.expr(value, None)?;
                self.emit(Op::Append { list, from });
            }
            None => {
                let from = self.load(Constant::None, None)?;
                self.emit(Op::Append { list, from });
            }
        }
        self.load(Constant::None, want)
    }
}

/// How a loop goes through its items.
enum Walk {
    /// Three registers of numbers.
    Range(Register),
    /// A collection and its state.
    Items(Register),
    /// A collection, its state and a counter.
    Counted(Register),
}

/// The instruction for `a operator b` when `b` is a small number that is written out.
fn immediate(operator: Binary, to: Register, a: Register, b: &Expr) -> Option<Op> {
    let value = literal(b)?.to_i16().filter(|value| *value > i16::MIN)?;
    Some(match operator {
        Binary::Add => Op::AddInt { to, a, value },
        Binary::Subtract => Op::AddInt { to, a, value: -value },
        Binary::Multiply => Op::MultiplyInt { to, a, value },
        Binary::FloorDivide if value > 0 => Op::FloorDivideInt { to, a, value },
        Binary::Remainder if value > 0 => Op::RemainderInt { to, a, value },
        Binary::And if value >= 0 => Op::AndInt { to, a, value },
        Binary::ShiftRight if (0..63).contains(&value) => Op::ShiftRightInt { to, a, value },
        Binary::ShiftLeft if (0..62).contains(&value) => Op::ShiftLeftInt { to, a, value },
        _ => return None,
    })
}

/// The value of an expression that is known when the file is read.
fn constant_of(expr: &Expr) -> Option<Constant> {
    Some(match &expr.kind {
        ExprKind::None => Constant::None,
        ExprKind::Bool(flag) => Constant::Bool(*flag),
        ExprKind::Int(number) => Constant::Int(number.clone()),
        ExprKind::Text(text) => Constant::Text(text.clone()),
        ExprKind::Tuple(items) => Constant::Tuple(items.iter().map(constant_of).collect::<Option<Vec<_>>>()?),
        _ => return None,
    })
}

/// A list that is only gone through may be a tuple.
fn constant_items(expr: &Expr) -> Option<Constant> {
    match &expr.kind {
        ExprKind::List(items) => Some(Constant::Tuple(items.iter().map(constant_of).collect::<Option<Vec<_>>>()?)),
        _ => constant_of(expr),
    }
}
