//! Java: packages of several files, overloads, inherited members, closures for interfaces.

use super::Sample;

pub const JAVA: Sample = Sample {
    name: "java",
    fixture: r#"
//- /src/shop/items/Item.java
package shop.items;

import shop.store.Store;
import static shop.util.Texts.clean;

public class Item extends Base<Item> implements Named {
    private final String label;
    Store store;

    public Item(String label) {
        this(label, 1);
    }

    Item(String label, int count) {
        super(count);
        this.label = clean(label);
    }

    public Item run() {
        return run(size());
    }

    Item run(int depth) {
        for (Item part : parts) part.run(depth - 1).label();
        return self();
    }

    public String label() {
        return label;
    }

    static class Part extends Item {
        Part() {
            super("part");
        }
    }
}
//- /src/shop/items/Base.java
package shop.items;

import java.util.ArrayList;
import java.util.List;

abstract class Base<T> {
    protected List<T> parts = new ArrayList<>();
    int size;

    Base(int size) {
        this.size = size;
    }

    int size() {
        return size;
    }

    T self() {
        return parts.get(0);
    }
}
//- /src/shop/items/Named.java
package shop.items;

public interface Named {
    String label();

    default int length() {
        return label().length();
    }
}
//- /src/shop/store/Store.java
package shop.store;

import java.util.*;
import shop.items.*;
import shop.util.Maker;

public class Store {
    enum State { OPEN, CLOSED { void run() {} }; void run() {} }

    private final Map<String, Item> items = new HashMap<>();
    State state = State.OPEN;

    public Store add(Item item) {
        items.put(item.label(), item);
        return this;
    }

    public Store add(String label) {
        return add(new Item(label));
    }

    public Item run(Maker<Item> maker) {
        items.values().stream().map(Item::run).filter(item -> item.length() > 1).forEach(this::add);
        switch (state) {
            case OPEN: state.run(); break;
            default: items.values().forEach(item -> { item.run().label(); });
        }
        Maker<Item> other = () -> new Item("made") {
            public Item run() { return super.run().run(2); }
        };
        var made = other.make();
        return made instanceof Item item ? item.run() : maker.make();
    }

    public static Store open() {
        return new Store().add("first").add(new Item.Part());
    }

    record Line(Item item, int count) {
        int total() { return count() + item.run().length(); }
    }
}
//- /src/shop/util/Texts.java
package shop.util;

public final class Texts {
    public static final int LIMIT = 3;

    public static String clean(String text) {
        return clean(text, LIMIT);
    }

    public static String clean(String text, int limit) {
        return text.trim();
    }
}
//- /src/shop/util/Maker.java
package shop.util;

public interface Maker<T> {
    T make();
}
//- /app/Main.java
import shop.items.Item;
import shop.store.Store;
import shop.util.Texts;
import static shop.util.Texts.*;

class Main {
    Store store = Store.open();

    void run() {
        Helper.help(store).run(() -> new Item(clean("x", LIMIT)));
        store.add("a").add(Texts.clean("b"));
    }

    public static void main(String[] args) {
        new Main().run();
    }
}
//- /app/Helper.java
class Helper {
    static shop.store.Store help(shop.store.Store store) {
        return store.add(new shop.items.Item("h").run());
    }
}
"#,
    words: &[
        "clean", "Item", "Store", "Base", "Named", "Texts", "run", "add", "label", "size", "this", "super",
        "new", "class", "static", "import", "package", "shop", "(", ")", "{", "}", ".", ",", ";", "=", "x",
        "->", "::", "int", "String", "extends", "var", "Maker",
    ],
    lines: &[
        "import shop.util.*;",
        "import static shop.util.Texts.clean;",
        "import shop.items.Item;",
        "package shop.items;",
        "    int run(String text) { return 1; }",
        "    Item run(Item other) { return other.run(); }",
        "class Item { Item run() { return this; } }",
        "class Extra extends Item { Extra() { super(\"e\", 2); } }",
        "    static String clean(String text) { return text; }",
        "    Store store = new Store().add(\"x\");",
        "    String label = clean(\"y\");",
        "interface Maker<T> { T make(int n); }",
        "        new Item(\"z\").run().label();",
        "        parts.forEach(part -> part.run());",
        "// a comment",
        "/** doc */",
        "",
    ],
    damage: &["(", "{", "}", "\"", "class ", "void ", "/*", "'", "<", "é", "😀", "@", "import "],
    paths: &[
        "src/shop/items/Extra.java",
        "src/shop/store/Item.java",
        "src/shop/util/Base.java",
        "app/Texts.java",
        "lib/Helper.java",
    ],
    packages: &[("pyproject.toml", "[project]\nname = \"other\"\n")],
};
