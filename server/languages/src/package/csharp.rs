//! C# project files, as far as they say what a file sees.

use lockstep_facts::CSharpProject;

/// What a `.csproj` says; none if it is no XML of that kind.
pub(super) fn project(text: &str) -> Option<CSharpProject> {
    if !text.contains("<Project") {
        return None;
    }
    let references = included(text, "ProjectReference").map(|path| path.replace('\\', "/").into());
    let usings = included(text, "Using").filter(|name| !name.contains(['$', '@'])).map(Into::into);
    Some(CSharpProject { references: references.collect(), usings: usings.collect() })
}

/// What the elements called `tag` include, those that say how (an alias, a static import) left out.
fn included<'t>(text: &'t str, tag: &'t str) -> impl Iterator<Item = &'t str> {
    let elements = text.split('<').filter_map(move |element| {
        let rest = element.strip_prefix(tag)?;
        rest.starts_with(char::is_whitespace).then(|| rest.split('>').next().unwrap_or_default())
    });
    elements
        .filter(|attributes| !attributes.contains("Alias=") && !attributes.contains("Static="))
        .filter_map(|attributes| {
            let value = attributes.split_once("Include=")?.1.trim_start();
            let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
            value[1..].split(quote).next()
        })
}

#[cfg(test)]
mod tests {
    use super::project;

    #[test]
    fn references_and_usings_are_read() {
        let text = r#"<Project Sdk="Microsoft.NET.Sdk">
          <ItemGroup>
            <ProjectReference Include="..\Core\Core.csproj" />
            <Using Include="Shop.Common" />
            <Using Include="Shop.Text" Static="true" />
            <PackageReference Include="NUnit" />
          </ItemGroup>
        </Project>"#;
        let project = project(text).unwrap();
        assert_eq!(*project.references, [Box::from("../Core/Core.csproj")]);
        assert_eq!(*project.usings, [Box::from("Shop.Common")]);
        assert!(super::project("{}").is_none());
    }
}
