//! Which names a function binds and mentions.

use super::ast::{Argument, Clause, Expr, ExprKind, FormatPiece, Function, Statement, StatementKind};
use rustc_hash::FxHashSet;

pub(crate) type Names = FxHashSet<String>;

/// What is said about names in the body of one function.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    /// Names that the function binds, in the order of first binding.
    pub bound: Vec<String>,
    bound_set: Names,
    pub globals: Names,
    pub nonlocals: Names,
    /// Names that functions inside mention and do not bind.
    pub inner: Names,
    /// Names mentioned anywhere, also inside.
    pub mentioned: Names,
    /// Whether a variable is bound in the middle of an expression.
    pub walrus: bool,
}

impl Scope {
    pub fn of(function: &Function) -> Self {
        let mut scope = Self::default();
        for name in function.parameters.iter().map(|parameter| &parameter.name).chain(&function.rest) {
            scope.bind(name);
        }
        scope.statements(&function.body);
        scope.finish();
        scope
    }

    pub fn of_body(body: &[Statement]) -> Self {
        let mut scope = Self::default();
        scope.statements(body);
        scope.finish();
        scope
    }

    /// What functions inside an expression mention and do not bind.
    pub fn inner_of(exprs: &[&Expr]) -> Names {
        let mut scope = Self::default();
        for expr in exprs {
            scope.expr(expr);
        }
        scope.inner
    }

    fn finish(&mut self) {
        let (globals, nonlocals) = (&self.globals, &self.nonlocals);
        self.bound.retain(|name| !globals.contains(name) && !nonlocals.contains(name));
        self.bound_set = self.bound.iter().cloned().collect();
    }

    fn bind(&mut self, name: &str) {
        if self.bound_set.insert(name.to_owned()) {
            self.bound.push(name.to_owned());
        }
    }

    fn statements(&mut self, body: &[Statement]) {
        for statement in body {
            self.statement(&statement.kind);
        }
    }

    fn statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Expr(value) => self.expr(value),
            StatementKind::Assign(targets, value) => {
                self.expr(value);
                for target in targets {
                    self.target(target);
                }
            }
            StatementKind::Augment(target, _, value) => {
                self.expr(value);
                self.expr(target);
                self.target(target);
            }
            StatementKind::If(test, then, otherwise) | StatementKind::While(test, then, otherwise) => {
                self.expr(test);
                self.statements(then);
                self.statements(otherwise);
            }
            StatementKind::For(target, items, body, otherwise) => {
                self.target(target);
                self.expr(items);
                self.statements(body);
                self.statements(otherwise);
            }
            StatementKind::Def(function) => {
                self.bind(&function.name);
                self.function(function);
            }
            StatementKind::Return(value) | StatementKind::Raise(value) => {
                if let Some(value) = value {
                    self.expr(value);
                }
            }
            StatementKind::Global(names) => self.globals.extend(names.iter().cloned()),
            StatementKind::Nonlocal(names) => {
                self.nonlocals.extend(names.iter().cloned());
                self.mentioned.extend(names.iter().cloned());
            }
            StatementKind::Delete(targets) => targets.iter().for_each(|target| self.expr(target)),
            StatementKind::Assert(test, message) => {
                self.expr(test);
                if let Some(message) = message {
                    self.expr(message);
                }
            }
            StatementKind::Import(_) | StatementKind::Break | StatementKind::Continue | StatementKind::Pass => {}
        }
    }

    fn target(&mut self, target: &Expr) {
        match &target.kind {
            ExprKind::Name(name) => self.bind(name),
            ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().for_each(|item| self.target(item)),
            ExprKind::Star(inner) => self.target(inner),
            _ => self.expr(target),
        }
    }

    fn function(&mut self, function: &Function) {
        for parameter in &function.parameters {
            if let Some(default) = &parameter.default {
                self.expr(default);
            }
        }
        let inner = Scope::of(function);
        let free = inner.mentioned.iter().filter(|name| !inner.bound_set.contains(*name));
        for name in free {
            self.inner.insert(name.clone());
            self.mentioned.insert(name.clone());
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::None | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Text(_) => {}
            ExprKind::Name(name) => {
                self.mentioned.insert(name.clone());
            }
            ExprKind::Format(pieces) => {
                for piece in pieces {
                    if let FormatPiece::Value { value, .. } = piece {
                        self.expr(value);
                    }
                }
            }
            ExprKind::Tuple(items)
            | ExprKind::List(items)
            | ExprKind::Set(items)
            | ExprKind::And(items)
            | ExprKind::Or(items) => items.iter().for_each(|item| self.expr(item)),
            ExprKind::Dict(pairs) => {
                for (key, value) in pairs {
                    self.expr(key);
                    self.expr(value);
                }
            }
            ExprKind::Unary(_, inner)
            | ExprKind::Not(inner)
            | ExprKind::Star(inner)
            | ExprKind::Attribute(inner, _) => self.expr(inner),
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Compare(first, links) => {
                self.expr(first);
                links.iter().for_each(|(_, _, link)| self.expr(link));
            }
            ExprKind::IfElse(a, b, c) => [a, b, c].into_iter().for_each(|part| self.expr(part)),
            ExprKind::Call(function, arguments) => {
                self.expr(function);
                for argument in arguments {
                    let (Argument::Plain(value) | Argument::Named(_, value) | Argument::Spread(value)) = argument;
                    self.expr(value);
                }
            }
            ExprKind::Slice(object, parts) => {
                self.expr(object);
                parts.iter().flatten().for_each(|part| self.expr(part));
            }
            ExprKind::Lambda(function) => self.function(function),
            ExprKind::Comprehension(_, element, value, clauses) => {
                self.comprehension(element, value.as_deref(), clauses);
            }
            ExprKind::Walrus(name, value) => {
                self.walrus = true;
                self.bind(name);
                self.expr(value);
            }
            ExprKind::Yield(value) => {
                if let Some(value) = value {
                    self.expr(value);
                }
            }
        }
    }

    /// The variables of a comprehension are its own, but what it mentions beyond them is mentioned here.
    fn comprehension(&mut self, element: &Expr, value: Option<&Expr>, clauses: &[Clause]) {
        let mut own = Self::default();
        for clause in clauses {
            own.target(&clause.target);
            own.expr(&clause.items);
            clause.conditions.iter().for_each(|condition| own.expr(condition));
        }
        let targets = clause_names(clauses);
        own.expr(element);
        if let Some(value) = value {
            own.expr(value);
        }
        self.walrus |= own.walrus;
        for name in own.bound.iter().filter(|name| !targets.contains(name)) {
            self.bind(name);
        }
        // The first collection is looked at from outside and may use a name of the comprehension itself.
        if let Some(first) = clauses.first() {
            self.expr(&first.items);
        }
        self.mentioned.extend(own.mentioned.into_iter().filter(|name| !targets.contains(name)));
        self.inner.extend(own.inner.into_iter().filter(|name| !targets.contains(name)));
    }
}

/// The names that a file defines.
pub(crate) fn bound(body: &[Statement]) -> Vec<String> {
    Scope::of_body(body).bound
}

/// The names that an expression mentions.
pub(crate) fn mentioned(expr: &Expr) -> Names {
    let mut scope = Scope::default();
    scope.expr(expr);
    scope.mentioned
}

/// The variables of a comprehension, in order.
pub(crate) fn clause_names(clauses: &[Clause]) -> Vec<String> {
    let mut scope = Scope::default();
    for clause in clauses {
        scope.target(&clause.target);
    }
    scope.bound
}
