//! The instructions that a script is compiled to.
//!
//! A register machine: the variables and intermediate values of a function are registers, numbered from 0; arguments of a
//! call stand in the registers after the function, which become the first registers of what is called.

use super::ast::{Binary, Compare};
use super::names::{Builtin, Method};
use crate::Place;
use num_bigint::BigInt;

pub(crate) type Register = u16;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Move {
        to: Register,
        from: Register,
    },
    Constant {
        to: Register,
        number: u16,
    },
    Int {
        to: Register,
        value: i32,
    },
    LoadGlobal {
        to: Register,
        slot: u16,
    },
    StoreGlobal {
        slot: u16,
        from: Register,
    },
    /// Puts the value of a register into a new shared variable that the register then holds.
    Share {
        register: Register,
    },
    LoadShared {
        to: Register,
        from: Register,
    },
    StoreShared {
        to: Register,
        from: Register,
    },
    Forget {
        register: Register,
    },
    Add {
        to: Register,
        a: Register,
        b: Register,
    },
    Subtract {
        to: Register,
        a: Register,
        b: Register,
    },
    Multiply {
        to: Register,
        a: Register,
        b: Register,
    },
    FloorDivide {
        to: Register,
        a: Register,
        b: Register,
    },
    Remainder {
        to: Register,
        a: Register,
        b: Register,
    },
    Binary {
        operator: Binary,
        to: Register,
        a: Register,
        b: Register,
    },
    /// As `Binary`, changing lists and sets in place.
    Augment {
        operator: Binary,
        to: Register,
        a: Register,
        b: Register,
    },
    AddInt {
        to: Register,
        a: Register,
        value: i16,
    },
    MultiplyInt {
        to: Register,
        a: Register,
        value: i16,
    },
    FloorDivideInt {
        to: Register,
        a: Register,
        value: i16,
    },
    RemainderInt {
        to: Register,
        a: Register,
        value: i16,
    },
    AndInt {
        to: Register,
        a: Register,
        value: i16,
    },
    ShiftRightInt {
        to: Register,
        a: Register,
        value: i16,
    },
    ShiftLeftInt {
        to: Register,
        a: Register,
        value: i16,
    },
    Compare {
        operator: Compare,
        to: Register,
        a: Register,
        b: Register,
    },
    Negative {
        to: Register,
        a: Register,
    },
    Positive {
        to: Register,
        a: Register,
    },
    Invert {
        to: Register,
        a: Register,
    },
    Not {
        to: Register,
        a: Register,
    },
    Jump {
        to: u32,
    },
    JumpIf {
        a: Register,
        to: u16,
    },
    JumpUnless {
        a: Register,
        to: u16,
    },
    JumpLess {
        a: Register,
        b: Register,
        to: u16,
    },
    JumpUnlessLess {
        a: Register,
        b: Register,
        to: u16,
    },
    JumpLessEqual {
        a: Register,
        b: Register,
        to: u16,
    },
    JumpUnlessLessEqual {
        a: Register,
        b: Register,
        to: u16,
    },
    JumpEqual {
        a: Register,
        b: Register,
        to: u16,
    },
    JumpUnlessEqual {
        a: Register,
        b: Register,
        to: u16,
    },
    JumpLessInt {
        a: Register,
        value: i16,
        to: u16,
    },
    JumpUnlessLessInt {
        a: Register,
        value: i16,
        to: u16,
    },
    JumpEqualInt {
        a: Register,
        value: i16,
        to: u16,
    },
    JumpUnlessEqualInt {
        a: Register,
        value: i16,
        to: u16,
    },
    JumpIn {
        a: Register,
        b: Register,
        to: u16,
    },
    JumpUnlessIn {
        a: Register,
        b: Register,
        to: u16,
    },
    Index {
        to: Register,
        object: Register,
        index: Register,
    },
    IndexInt {
        to: Register,
        object: Register,
        value: i16,
    },
    SetIndex {
        object: Register,
        index: Register,
        from: Register,
    },
    DeleteIndex {
        object: Register,
        index: Register,
    },
    /// The object and the three parts of the slice stand in four registers from `at`.
    Slice {
        to: Register,
        at: Register,
    },
    SetSlice {
        at: Register,
        from: Register,
    },
    Tuple {
        to: Register,
        from: Register,
        count: u16,
    },
    List {
        to: Register,
        from: Register,
        count: u16,
    },
    Set {
        to: Register,
        from: Register,
        count: u16,
    },
    Dict {
        to: Register,
        from: Register,
        count: u16,
    },
    Append {
        list: Register,
        from: Register,
    },
    Extend {
        list: Register,
        from: Register,
    },
    AddToSet {
        set: Register,
        from: Register,
    },
    Put {
        dict: Register,
        key: Register,
        value: Register,
    },
    ListToTuple {
        register: Register,
    },
    ListToSet {
        register: Register,
    },
    Unpack {
        from: Register,
        to: Register,
        count: u16,
    },
    /// `before` items, a list of the middle ones, `after` items.
    UnpackStar {
        from: Register,
        to: Register,
        before: u8,
        after: u8,
    },
    /// Makes ready to go through the collection in `at`; `at + 1` is the state.
    Iterate {
        at: Register,
    },
    Next {
        at: Register,
        to: Register,
        exit: u16,
    },
    /// From the one to three numbers of a `range`: next, how many, step.
    IterateRange {
        at: Register,
        count: u8,
    },
    NextRange {
        at: Register,
        to: Register,
        exit: u16,
    },
    Function {
        at: Register,
        number: u16,
    },
    Call {
        at: Register,
        count: u8,
    },
    CallNamed {
        at: Register,
        count: u8,
        names: u16,
    },
    /// The arguments are the list in the register after the function.
    CallSpread {
        at: Register,
    },
    CallBuiltin {
        at: Register,
        builtin: Builtin,
        count: u8,
    },
    CallMethod {
        at: Register,
        method: Method,
        count: u8,
    },
    CallMethodNamed {
        at: Register,
        method: Method,
        count: u8,
        names: u16,
    },
    BindMethod {
        to: Register,
        object: Register,
        method: Method,
    },
    Format {
        at: Register,
        format: u16,
        quoted: bool,
    },
    Join {
        at: Register,
        count: u16,
    },
    Return {
        from: Register,
    },
    ReturnNone,
    Raise {
        from: Register,
    },
}

/// A value that is known when the file is read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Constant {
    None,
    Bool(bool),
    Int(BigInt),
    Text(String),
    Tuple(Vec<Constant>),
    Builtin(Builtin),
    Infinite(bool),
}

/// A compiled function.
#[derive(Debug)]
pub(crate) struct Code {
    pub name: String,
    pub ops: Vec<Op>,
    pub places: Vec<Place>,
    /// Where it is defined.
    pub place: Place,
    pub registers: usize,
    pub parameters: Vec<String>,
    pub defaults: usize,
    pub rest: bool,
    /// The registers of the enclosing function whose shared variables are captured; they follow the parameters.
    pub captures: Vec<Register>,
    /// Names of the registers that are variables.
    pub locals: Vec<String>,
    pub cached: bool,
}

/// A compiled file.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// The functions; the last is the file itself.
    pub codes: Vec<Code>,
    pub constants: Vec<Constant>,
    pub globals: Vec<String>,
    /// Lists of names of arguments.
    pub name_lists: Vec<Vec<String>>,
}
