//! Folders with rules files, as a source of games.

use crate::{Mistake, RulesFile};
use grundy_game::{Input, ParseError, Text};
use grundy_games::{Listed, Source};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Files whose games are kept ready.
const MOST_KEPT: usize = 200;

/// Finds games in files: by a path that ends in `.py`, or by a name in one of its folders.
///
/// The files themselves are read through the [`grundy_game::Files`] of whoever asks, so that a page that reads no file reads
/// no rules either.
#[derive(Debug, Default)]
pub struct Shelf {
    folders: Vec<PathBuf>,
    known: Mutex<Vec<(String, Arc<RulesFile>)>>,
}

impl Shelf {
    /// The games of some folders, the first of which wins.
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, known: Mutex::default() }
    }

    /// The folders that `GRUNDY_RULES` names, then the folder `grundy/rules` of the user's settings.
    pub fn of_user() -> Self {
        let named = std::env::var_os("GRUNDY_RULES");
        let mut folders: Vec<PathBuf> = named.iter().flat_map(std::env::split_paths).collect();
        folders.retain(|folder| !folder.as_os_str().is_empty());
        let settings = std::env::var_os("XDG_CONFIG_HOME")
            .map(PathBuf::from)
            .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".config")));
        folders.extend(settings.map(|settings| settings.join("grundy").join("rules")));
        Self::new(folders)
    }

    /// The folders, in order.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The names of all files in the folders with their paths, sorted.
    pub fn list(&self) -> Vec<(String, PathBuf)> {
        let mut found: Vec<(String, PathBuf)> = Vec::new();
        for folder in &self.folders {
            // A folder that is not there holds no games.
            let Ok(entries) = std::fs::read_dir(folder) else { continue };
            for path in entries.flatten().map(|entry| entry.path()) {
                let name = path.file_stem().and_then(|name| name.to_str()).filter(|name| !name.starts_with('.'));
                let is_rules = path.extension().is_some_and(|end| end == "py") && !path.is_dir();
                if let (Some(name), true) = (name, is_rules)
                    && !found.iter().any(|(known, _)| known == name)
                {
                    found.push((name.to_owned(), path.clone()));
                }
            }
        }
        found.sort();
        found
    }

    /// The file that a name means: the name itself when it is a path, else one in the folders.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        if Path::new(name).extension().is_some_and(|end| end == "py") {
            return Some(PathBuf::from(name));
        }
        self.list().into_iter().find(|(known, _)| known == name).map(|(_, path)| path)
    }

    /// The game of a text, kept from the last time when it has not changed.
    pub fn game(&self, name: &str, source: &str) -> Result<Arc<RulesFile>, Mistake> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|(known, _)| known == name);
        if let Some(at) = at {
            if known[at].1.source() == source {
                return Ok(Arc::clone(&known[at].1));
            }
            known.remove(at);
        }
        let game = Arc::new(RulesFile::read(name, source)?);
        if known.len() >= MOST_KEPT {
            known.remove(0);
        }
        known.push((name.to_owned(), Arc::clone(&game)));
        Ok(game)
    }
}

/// A mistake of a file as an error that shows the line.
pub fn shown_mistake(mistake: &Mistake, path: &str, source: &str) -> ParseError {
    let line = source.lines().nth(mistake.place.line.saturating_sub(1) as usize).unwrap_or("");
    let offset =
        line.char_indices().nth(mistake.place.column.saturating_sub(1) as usize).map_or(line.len(), |(at, _)| at);
    let mut error = ParseError::new(line, offset, 1, mistake.problem.clone()).help(mistake.help.clone());
    error.place = Some(format!("{path}:{}", mistake.place));
    error
}

impl Source for Shelf {
    fn find(&self, name: &str, input: &Input<'_>) -> Option<Result<Arc<dyn Listed>, ParseError>> {
        let path = self.path(name)?;
        let path = path.to_string_lossy();
        let at = input.source.find(name).unwrap_or(0);
        let unread = |why: Text| {
            let problem = Text::new("cannot read `{file}`").with("file", &path);
            ParseError::new(input.source, at, name.len(), problem).help(why)
        };
        let bytes = match input.files.read(&path) {
            Ok(bytes) => bytes,
            Err(error) => return Some(Err(unread(Text::verbatim(error)))),
        };
        let Ok(source) = String::from_utf8(bytes) else {
            return Some(Err(unread(Text::new("it is not text"))));
        };
        let game = self.game(name, &source).map_err(|mistake| shown_mistake(&mistake, &path, &source));
        Some(game.map(|game| game as Arc<dyn Listed>))
    }

    fn names(&self) -> Vec<String> {
        self.list().into_iter().map(|(name, _)| name).collect()
    }
}
