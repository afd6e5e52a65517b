//! The names that scripts find without making them.

/// A function of the language, by its place in [`BUILTINS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Builtin(pub u8);

/// A method, by its place in [`METHODS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Method(pub u8);

macro_rules! names {
    ($table:ident, $kind:ident, $($constant:ident $text:literal),* $(,)?) => {
        /// The names in the order of their numbers.
        pub(crate) const $table: &[&str] = &[$($text),*];
        #[allow(non_upper_case_globals, dead_code)]
        impl $kind {
            names!(@constants $kind, 0u8, $($constant)*);

            /// The one of this name.
            pub fn named(name: &str) -> Option<Self> {
                $table.iter().position(|known| *known == name).map(|at| Self(at as u8))
            }

            pub fn name(self) -> &'static str {
                $table[usize::from(self.0)]
            }
        }
    };
    (@constants $kind:ident, $number:expr, $constant:ident $($rest:ident)*) => {
        pub const $constant: $kind = $kind($number);
        names!(@constants $kind, $number + 1u8, $($rest)*);
    };
    (@constants $kind:ident, $number:expr,) => {};
}

names!(
    BUILTINS, Builtin,
    PRINT "print", RANGE "range", LEN "len", MIN "min", MAX "max", SUM "sum", SORTED "sorted", REVERSED "reversed",
    ENUMERATE "enumerate", ZIP "zip", MAP "map", FILTER "filter", ANY "any", ALL "all", ABS "abs", DIVMOD "divmod",
    POW "pow", INT "int", STR "str", BOOL "bool", TUPLE "tuple", LIST "list", SET "set", FROZENSET "frozenset",
    DICT "dict", CHR "chr", ORD "ord", BIN "bin", HEX "hex", OCT "oct", REPR "repr", ISINSTANCE "isinstance",
    ITER "iter", NEXT "next", ROUND "round", INPUT "input", OPEN "open", FLOAT "float", GCD "gcd", LCM "lcm",
    ISQRT "isqrt", COMB "comb", FACTORIAL "factorial", PROD "prod", PERM "perm", FLOOR "floor", CEIL "ceil",
    REDUCE "reduce", LRU_CACHE "lru_cache", CACHE "cache", PERMUTATIONS "permutations", COMBINATIONS "combinations",
    PRODUCT "product", ACCUMULATE "accumulate", CHAIN "chain", DEFAULTDICT "defaultdict", DEQUE "deque",
    COUNTER "Counter", XOR "xor", AND "and_", OR "or_", ADD "add", MUL "mul", SUB "sub",
    SETRECURSIONLIMIT "setrecursionlimit", HEAPPUSH "heappush", HEAPPOP "heappop", HEAPIFY "heapify",
    HASH "hash", CALLABLE "callable", TYPE "type",
);

names!(
    METHODS, Method,
    APPEND "append", POP "pop", INSERT "insert", EXTEND "extend", REMOVE "remove", INDEX "index", COUNT "count",
    SORT "sort", REVERSE "reverse", CLEAR "clear", COPY "copy", ADD "add", DISCARD "discard", UPDATE "update",
    UNION "union", INTERSECTION "intersection", DIFFERENCE "difference",
    SYMMETRIC_DIFFERENCE "symmetric_difference", ISSUBSET "issubset", ISSUPERSET "issuperset",
    ISDISJOINT "isdisjoint", GET "get", KEYS "keys", VALUES "values", ITEMS "items", SETDEFAULT "setdefault",
    POPITEM "popitem", JOIN "join", SPLIT "split", STRIP "strip", LSTRIP "lstrip", RSTRIP "rstrip",
    REPLACE "replace", STARTSWITH "startswith", ENDSWITH "endswith", FIND "find", RFIND "rfind", UPPER "upper",
    LOWER "lower", ISDIGIT "isdigit", ISALPHA "isalpha", ISLOWER "islower", ISUPPER "isupper", ISALNUM "isalnum",
    ISSPACE "isspace", ZFILL "zfill", LJUST "ljust", RJUST "rjust", CENTER "center", FORMAT "format",
    BIT_LENGTH "bit_length", BIT_COUNT "bit_count", POPLEFT "popleft", APPENDLEFT "appendleft", ROTATE "rotate",
    MOST_COMMON "most_common", SWAPCASE "swapcase", CAPITALIZE "capitalize", SPLITLINES "splitlines",
    PARTITION "partition", CACHE_CLEAR "cache_clear", RINDEX "rindex", EXTENDLEFT "extendleft",
    FROM_ITERABLE "from_iterable", FROMKEYS "fromkeys", DIFFERENCE_UPDATE "difference_update",
    INTERSECTION_UPDATE "intersection_update",
);
