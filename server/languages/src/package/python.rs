//! `pyproject.toml` and `setup.cfg`: the project's name and the folders its packages are found in.

use lockstep_facts::PythonProject;
use toml::{Table, Value};

/// What `pyproject.toml` says; none if it is no TOML.
///
/// Roots are read from the tables of setuptools, Poetry, Hatch, PDM, Flit, Maturin, uv and pytest (`pythonpath`).
pub(super) fn pyproject(text: &str) -> Option<PythonProject> {
    let table: Table = text.parse().ok()?;
    let mut project = PythonProject::default();
    let tool = get(&table, &["tool"]).and_then(Value::as_table);
    let name = get(&table, &["project", "name"]).or_else(|| get(tool?, &["poetry", "name"]));
    project.name = name.and_then(Value::as_str).map(Into::into);
    let Some(tool) = tool else { return Some(project) };
    for path in [
        &["setuptools", "packages", "find", "where"][..],
        &["pytest", "ini_options", "pythonpath"],
        &["maturin", "python-source"],
        &["pdm", "build", "package-dir"],
        &["uv", "build-backend", "module-root"],
        &["flit", "module", "source"],
    ] {
        strings(get(tool, path), &mut |root| add_root(&mut project, root));
    }
    if let Some(folders) = get(tool, &["setuptools", "package-dir"]).and_then(Value::as_table) {
        for (package, folder) in folders {
            if let Some(folder) = folder.as_str() {
                add_root(&mut project, root_of_package(package, folder));
            }
        }
    }
    if let Some(packages) = get(tool, &["poetry", "packages"]).and_then(Value::as_array) {
        for package in packages {
            strings(package.get("from"), &mut |root| add_root(&mut project, root));
        }
    }
    strings(get(tool, &["hatch", "build", "targets", "wheel", "packages"]), &mut |package| {
        add_root(&mut project, package.rsplit_once('/').map_or("", |(root, _)| root));
    });
    strings(get(tool, &["hatch", "build", "targets", "wheel", "sources"]), &mut |root| {
        add_root(&mut project, root);
    });
    Some(project)
}

/// What `setup.cfg` says: `[metadata] name`, `[options] package_dir`, `[options.packages.find] where`.
pub(super) fn setup_cfg(text: &str) -> Option<PythonProject> {
    let mut project = PythonProject::default();
    let mut section = "";
    let mut key = "";
    for line in text.lines() {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with(['#', ';']) {
            continue;
        }
        if let Some(inner) = trimmed.strip_prefix('[') {
            section = inner.trim_end_matches(']').trim();
            key = "";
            continue;
        }
        let continued = line.starts_with([' ', '\t']);
        let value = match trimmed.split_once(['=', ':']) {
            Some((name, value)) if !continued => {
                key = name.trim();
                value.trim()
            }
            _ => trimmed,
        };
        match (section, key) {
            ("metadata", "name") if !value.is_empty() => project.name = Some(value.into()),
            ("options", "package_dir") => {
                if let Some((package, folder)) = value.split_once('=') {
                    add_root(&mut project, root_of_package(package.trim(), folder.trim()));
                }
            }
            ("options.packages.find", "where") => {
                value.split(',').for_each(|root| add_root(&mut project, root.trim()));
            }
            _ => {}
        }
    }
    Some(project)
}

/// The folder that holds the top of `package`, whose own folder is `folder`: `"" = src` and `a.b = src/a/b` both say `src`.
fn root_of_package<'t>(package: &str, folder: &'t str) -> &'t str {
    let mut root = folder.trim_end_matches('/');
    if package.is_empty() {
        return root;
    }
    for _ in package.split('.') {
        root = root.rsplit_once('/').map_or("", |(parent, _)| parent);
    }
    root
}

fn get<'t>(table: &'t Table, path: &[&str]) -> Option<&'t Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(table.get(*first)?, |value, key| value.get(key))
}

/// Calls `each` for a string, or for the strings of a list.
fn strings(value: Option<&Value>, each: &mut dyn FnMut(&str)) {
    match value {
        Some(Value::String(text)) => each(text),
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).for_each(each),
        _ => {}
    }
}

fn add_root(project: &mut PythonProject, root: &str) {
    let root = root.trim_start_matches("./").trim_end_matches('/');
    let root = if root == "." { "" } else { root };
    if !root.starts_with('/') && !project.roots.iter().any(|known| &**known == root) {
        project.roots.push(root.into());
    }
}

#[cfg(test)]
mod tests {
    use super::{pyproject, setup_cfg};

    #[track_caller]
    fn check(project: Option<lockstep_facts::PythonProject>, name: &str, roots: &[&str]) {
        let project = project.unwrap_or_default();
        assert_eq!(project.name.as_deref().unwrap_or_default(), name);
        assert_eq!(project.roots.iter().map(|root| &**root).collect::<Vec<_>>(), roots);
    }

    #[test]
    fn pyproject_roots_of_each_builder() {
        check(pyproject("[project]\nname = 'a'\n"), "a", &[]);
        check(pyproject("[tool.setuptools.packages.find]\nwhere = ['src', '.']\n"), "", &["src", ""]);
        check(pyproject("[tool.setuptools.package-dir]\n'' = 'lib'\n'a.b' = 'x/a/b'"), "", &["lib", "x"]);
        check(
            pyproject("[tool.poetry]\nname='p'\npackages=[{include='p', from='src'}, {include='q'}]"),
            "p",
            &["src"],
        );
        check(pyproject("[tool.hatch.build.targets.wheel]\npackages = ['src/foo', 'bar']"), "", &["src", ""]);
        check(pyproject("[tool.pytest.ini_options]\npythonpath = './src/'"), "", &["src"]);
        assert!(pyproject("[tool").is_none());
    }

    #[test]
    fn setup_cfg_roots() {
        let text = "[metadata]\nname = rich\n# no\n[options]\npackage_dir =\n    = src\npackages = find:\n\
                    [options.packages.find]\nwhere = src\n";
        check(setup_cfg(text), "rich", &["src"]);
    }
}
