//! A small writer of Parquet files, so that data frames read an exported table as it is.
//!
//! Of the format (Apache Parquet, `parquet.thrift`) it uses what every reader knows: columns without gaps, plain encoding, one page of
//! data a column and row group, compressed with zstd, and the description at the end in Thrift's compact protocol. Nothing is
//! written twice, so a pipe will do.

use std::io::{self, Write};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers of 32 bits.
    Number,
    /// Text.
    Text,
}

/// One value of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry<'a> {
    /// For a column of numbers.
    Number(i32),
    /// For a column of text.
    Text(&'a str),
}

/// Rows of a row group, unless its text is long.
const ROWS: u64 = 1 << 17;
/// Bytes of a column of a row group before it is written.
const BYTES: usize = 1 << 24;
/// How hard zstd tries.
const LEVEL: i32 = 3;
/// What stands at both ends of a file.
const MAGIC: &[u8; 4] = b"PAR1";

/// A Parquet file in the making.
pub struct Parquet<W> {
    out: W,
    written: u64,
    columns: Vec<(String, Kind)>,
    /// Plain values of each column of the row group in the making.
    pages: Vec<Vec<u8>>,
    rows: u64,
    groups: Vec<Group>,
    notes: Vec<(String, String)>,
}

/// A row group that is written.
struct Group {
    rows: u64,
    chunks: Vec<Chunk>,
}

/// A column of a row group: where it stands, and its bytes with the header, unpacked and packed.
struct Chunk {
    from: u64,
    plain: u64,
    packed: u64,
}

impl<W: Write> Parquet<W> {
    /// Begins a file with these columns; `notes` are names and texts that the file carries.
    pub fn new(mut out: W, columns: &[(&str, Kind)], notes: &[(&str, &str)]) -> io::Result<Self> {
        out.write_all(MAGIC)?;
        Ok(Self {
            out,
            written: 4,
            columns: columns.iter().map(|&(name, kind)| (name.to_owned(), kind)).collect(),
            pages: vec![Vec::new(); columns.len()],
            rows: 0,
            groups: Vec::new(),
            notes: notes.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect(),
        })
    }

    /// Adds a row, with an entry of the right kind for each column.
    pub fn push(&mut self, row: &[Entry<'_>]) -> io::Result<()> {
        let fits = |(entry, (_, kind)): (&Entry<'_>, &(String, Kind))| {
            matches!((entry, kind), (Entry::Number(_), Kind::Number) | (Entry::Text(_), Kind::Text))
        };
        if row.len() != self.columns.len() || !row.iter().zip(&self.columns).all(fits) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the row does not fit the columns"));
        }
        for (entry, page) in row.iter().zip(&mut self.pages) {
            match *entry {
                Entry::Number(number) => page.extend(number.to_le_bytes()),
                Entry::Text(text) => {
                    let length = u32::try_from(text.len()).map_err(io::Error::other)?;
                    page.extend(length.to_le_bytes());
                    page.extend(text.as_bytes());
                }
            }
        }
        self.rows += 1;
        if self.rows == ROWS || self.pages.iter().any(|page| page.len() >= BYTES) { self.group() } else { Ok(()) }
    }

    /// Writes the row group in the making.
    fn group(&mut self) -> io::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.rows);
        let mut chunks = Vec::new();
        for page in &mut self.pages {
            let packed = zstd::bulk::compress(page, LEVEL)?;
            let mut header = Thrift::default();
            header.number(1, 0); // a page of data
            header.number(2, page.len() as i64);
            header.number(3, packed.len() as i64);
            header.open(5);
            header.number(1, rows as i64);
            header.number(2, 0); // plain
            header.number(3, 3); // there are no levels; were there any, in runs
            header.number(4, 3);
            header.close();
            let header = header.finish();
            self.out.write_all(&header)?;
            self.out.write_all(&packed)?;
            let (plain, packed) = ((header.len() + page.len()) as u64, (header.len() + packed.len()) as u64);
            chunks.push(Chunk { from: self.written, plain, packed });
            self.written += packed;
            page.clear();
        }
        self.groups.push(Group { rows, chunks });
        Ok(())
    }

    /// Writes what is left and the description, and gives back what was written to.
    pub fn finish(mut self) -> io::Result<W> {
        self.group()?;
        let about = self.description();
        self.out.write_all(&about)?;
        self.out.write_all(&u32::try_from(about.len()).map_err(io::Error::other)?.to_le_bytes())?;
        self.out.write_all(MAGIC)?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn description(&self) -> Vec<u8> {
        let mut about = Thrift::default();
        about.number(1, 1); // version
        about.list(2, STRUCT, 1 + self.columns.len());
        about.element();
        about.text(4, "table");
        about.number(5, self.columns.len() as i64);
        about.close();
        for (name, kind) in &self.columns {
            about.element();
            about.number(1, kind.physical());
            about.number(3, 0); // in every row
            about.text(4, name);
            if *kind == Kind::Text {
                about.number(6, 0); // UTF-8
                about.open(10);
                about.open(1); // text, in the newer words of the format
                about.close();
                about.close();
            }
            about.close();
        }
        about.long(3, self.groups.iter().map(|group| group.rows).sum());
        about.list(4, STRUCT, self.groups.len());
        for group in &self.groups {
            about.element();
            about.list(1, STRUCT, group.chunks.len());
            for ((name, kind), chunk) in self.columns.iter().zip(&group.chunks) {
                about.element();
                about.long(2, chunk.from);
                about.open(3);
                about.number(1, kind.physical());
                about.list(2, NUMBER, 1);
                about.item(0); // plain
                about.list(3, BYTES_OF, 1);
                about.bytes(name.as_bytes());
                about.number(4, 6); // zstd
                about.long(5, group.rows);
                about.long(6, chunk.plain);
                about.long(7, chunk.packed);
                about.long(9, chunk.from);
                about.close();
                about.close();
            }
            about.long(2, group.chunks.iter().map(|chunk| chunk.plain).sum());
            about.long(3, group.rows);
            about.close();
        }
        if !self.notes.is_empty() {
            about.list(5, STRUCT, self.notes.len());
            for (name, text) in &self.notes {
                about.element();
                about.text(1, name);
                about.text(2, text);
                about.close();
            }
        }
        about.text(6, concat!("grundy version ", env!("CARGO_PKG_VERSION")));
        about.finish()
    }
}

impl Kind {
    /// The number of the physical type.
    fn physical(self) -> i64 {
        match self {
            Self::Number => 1,
            Self::Text => 6,
        }
    }
}

/// Types of Thrift's compact protocol.
const NUMBER: u8 = 5;
const LONG: u8 = 6;
const BYTES_OF: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A structure in Thrift's compact protocol.
#[derive(Default)]
struct Thrift {
    bytes: Vec<u8>,
    /// The number of the last field, of this structure and those around it.
    last: u8,
    around: Vec<u8>,
}

impl Thrift {
    fn field(&mut self, number: u8, kind: u8) {
        // Fields are written in ascending order, less than 16 apart.
        self.bytes.push((number - self.last) << 4 | kind);
        self.last = number;
    }

    fn varint(&mut self, mut number: u64) {
        while number >= 128 {
            self.bytes.push(number as u8 | 128);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// A number with its sign in the lowest bit.
    fn item(&mut self, number: i64) {
        self.varint((number << 1 ^ number >> 63) as u64);
    }

    fn number(&mut self, field: u8, number: i64) {
        self.field(field, NUMBER);
        self.item(number);
    }

    fn long(&mut self, field: u8, number: u64) {
        self.field(field, LONG);
        self.item(number as i64);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.varint(bytes.len() as u64);
        self.bytes.extend(bytes);
    }

    fn text(&mut self, field: u8, text: &str) {
        self.field(field, BYTES_OF);
        self.bytes(text.as_bytes());
    }

    fn list(&mut self, field: u8, kind: u8, length: usize) {
        self.field(field, LIST);
        if length < 15 {
            self.bytes.push((length as u8) << 4 | kind);
        } else {
            self.bytes.push(0xF0 | kind);
            self.varint(length as u64);
        }
    }

    /// Begins a structure in a field.
    fn open(&mut self, field: u8) {
        self.field(field, STRUCT);
        self.element();
    }

    /// Begins a structure in a list.
    fn element(&mut self) {
        self.around.push(std::mem::take(&mut self.last));
    }

    /// Ends a structure.
    fn close(&mut self) {
        self.bytes.push(0);
        // why: without one around it the structure is the outermost, which `finish` ends.
        self.last = self.around.pop().unwrap_or(0);
    }

    fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value of Thrift's compact protocol, as another reader would see it.
    #[derive(Clone, Debug, PartialEq)]
    enum Seen {
        Number(i64),
        Bytes(Vec<u8>),
        List(Vec<Seen>),
        Struct(Vec<(u8, Seen)>),
    }

    impl Seen {
        fn get(&self, number: u8) -> &Self {
            let Self::Struct(fields) = self else { panic!("{self:?}") };
            &fields.iter().find(|field| field.0 == number).unwrap_or_else(|| panic!("no {number} in {self:?}")).1
        }

        fn items(&self) -> &[Self] {
            let Self::List(items) = self else { panic!("{self:?}") };
            items
        }

        fn int(&self) -> usize {
            let Self::Number(number) = self else { panic!("{self:?}") };
            usize::try_from(*number).unwrap()
        }
    }

    fn varint(bytes: &mut &[u8]) -> u64 {
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let (&first, rest) = bytes.split_first().unwrap();
            *bytes = rest;
            number |= u64::from(first & 127) << shift;
            if first < 128 {
                break;
            }
        }
        number
    }

    fn read(kind: u8, bytes: &mut &[u8]) -> Seen {
        match kind {
            NUMBER | LONG => {
                let number = varint(bytes);
                Seen::Number((number >> 1) as i64 ^ -((number & 1) as i64))
            }
            BYTES_OF => {
                let length = varint(bytes) as usize;
                let (text, rest) = bytes.split_at(length);
                *bytes = rest;
                Seen::Bytes(text.to_vec())
            }
            LIST => {
                let head = bytes[0];
                *bytes = &bytes[1..];
                let length = if head >> 4 == 15 { varint(bytes) as usize } else { usize::from(head >> 4) };
                Seen::List((0..length).map(|_| read(head & 15, bytes)).collect())
            }
            STRUCT => {
                let (mut fields, mut last) = (Vec::new(), 0);
                loop {
                    let head = bytes[0];
                    *bytes = &bytes[1..];
                    if head == 0 {
                        return Seen::Struct(fields);
                    }
                    last += head >> 4;
                    fields.push((last, read(head & 15, bytes)));
                }
            }
            other => panic!("type {other}"),
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let columns = [("position", Kind::Text), ("nimber", Kind::Number)];
        let mut file = Parquet::new(Vec::new(), &columns, &[("start", "nim:3")]).unwrap();
        let rows: Vec<(String, i32)> = (0..ROWS as i32 + 1000).map(|at| (format!("nim:{at}"), at % 7)).collect();
        for (position, nimber) in &rows {
            file.push(&[Entry::Text(position), Entry::Number(*nimber)]).unwrap();
        }
        assert!(file.push(&[Entry::Text("a")]).is_err());
        assert!(file.push(&[Entry::Number(1), Entry::Number(1)]).is_err());
        let bytes = file.finish().unwrap();
        assert_eq!((&bytes[..4], &bytes[bytes.len() - 4..]), (&MAGIC[..], &MAGIC[..]));
        let length: [u8; 4] = bytes[bytes.len() - 8..bytes.len() - 4].try_into().unwrap();
        let mut end = &bytes[bytes.len() - 8 - u32::from_le_bytes(length) as usize..bytes.len() - 8];
        let about = read(STRUCT, &mut end);
        assert!(end.is_empty());
        assert_eq!(about.get(3).int(), rows.len());
        let names: Vec<&Seen> = about.get(2).items()[1..].iter().map(|column| column.get(4)).collect();
        assert_eq!(names, [&Seen::Bytes(b"position".to_vec()), &Seen::Bytes(b"nimber".to_vec())]);
        let mut found: Vec<(String, i32)> = Vec::new();
        for group in about.get(4).items() {
            let pages: Vec<Vec<u8>> = group
                .get(1)
                .items()
                .iter()
                .map(|chunk| {
                    let data = chunk.get(3);
                    let mut rest = &bytes[data.get(9).int()..];
                    let header = read(STRUCT, &mut rest);
                    assert_eq!(header.get(5).get(1).int(), group.get(3).int());
                    let begun = bytes.len() - data.get(9).int() - rest.len();
                    assert_eq!(begun + header.get(3).int(), data.get(7).int());
                    assert_eq!(begun + header.get(2).int(), data.get(6).int());
                    zstd::bulk::decompress(&rest[..header.get(3).int()], header.get(2).int()).unwrap()
                })
                .collect();
            let (mut text, numbers) = (&pages[0][..], pages[1].as_chunks::<4>().0);
            for number in numbers {
                let (length, rest) = text.split_first_chunk::<4>().unwrap();
                let (position, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
                found.push((String::from_utf8(position.to_vec()).unwrap(), i32::from_le_bytes(*number)));
                text = rest;
            }
            assert!(text.is_empty());
        }
        assert!(found == rows);
        let empty = Parquet::new(Vec::new(), &columns, &[]).unwrap().finish().unwrap();
        let mut end = &empty[4..empty.len() - 8];
        assert_eq!(read(STRUCT, &mut end).get(3).int(), 0);
    }
}
