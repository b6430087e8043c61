import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Prints what javac ties each name to, one a line with tabs between: path, line, column, then path, line and column of
 * the declaration (empty where it lies outside), then the element's kind and name. Run as
 * {@code java JavacTies.java ROOT FOLDER...}, where the folders hold the sources.
 */
public class JavacTies {
    private final Path root;
    private final Trees trees;
    private final SourcePositions positions;

    private JavacTies(Path root, Trees trees) {
        this.root = root;
        this.trees = trees;
        this.positions = trees.getSourcePositions();
    }

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]).toAbsolutePath();
        List<Path> sources;
        try (Stream<Path> paths = Stream.of(arguments).skip(1).map(root::resolve).flatMap(JavacTies::below)) {
            sources = paths.filter(path -> !path.endsWith("module-info.java")).collect(Collectors.toList());
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Iterable<? extends JavaFileObject> units = files.getJavaFileObjectsFromPaths(sources);
        var options = List.of("-proc:none", "-Xmaxerrs", "1");
        JavacTask task = (JavacTask) compiler.getTask(null, files, message -> { }, options, null, units);
        Iterable<? extends CompilationUnitTree> parsed = task.parse();
        task.analyze();
        var ties = new JavacTies(root, Trees.instance(task));
        for (CompilationUnitTree unit : parsed) {
            ties.print(unit);
        }
    }

    private static Stream<Path> below(Path folder) {
        try {
            return Files.walk(folder).filter(path -> path.toString().endsWith(".java"));
        } catch (java.io.IOException error) {
            throw new java.io.UncheckedIOException(error);
        }
    }

    private void print(CompilationUnitTree unit) {
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitIdentifier(IdentifierTree tree, Void nothing) {
                tie(unit, getCurrentPath(), positions.getStartPosition(unit, tree));
                return super.visitIdentifier(tree, nothing);
            }

            @Override
            public Void visitMemberSelect(MemberSelectTree tree, Void nothing) {
                tie(unit, getCurrentPath(), positions.getEndPosition(unit, tree) - tree.getIdentifier().length());
                return super.visitMemberSelect(tree, nothing);
            }

            @Override
            public Void visitMemberReference(MemberReferenceTree tree, Void nothing) {
                tie(unit, getCurrentPath(), positions.getEndPosition(unit, tree) - tree.getName().length());
                return super.visitMemberReference(tree, nothing);
            }
        }.scan(unit, null);
    }

    private void tie(CompilationUnitTree unit, TreePath use, long position) {
        Element element = trees.getElement(use);
        if (position < 0 || element == null || element.getKind() == ElementKind.PACKAGE) {
            return;
        }
        String target = switch (element.getKind()) {
            case LOCAL_VARIABLE, PARAMETER, EXCEPTION_PARAMETER, RESOURCE_VARIABLE, BINDING_VARIABLE, TYPE_PARAMETER ->
                "\t\t";
            default -> declared(element);
        };
        System.out.println(place(unit, position) + "\t" + target + "\t" + element.getKind() + "\t" + element);
    }

    /** Where an element is declared: its name, as the tree's own position points at it. */
    private String declared(Element element) {
        TreePath path = trees.getPath(element);
        if (path == null) {
            return "\t\t";
        }
        var unit = path.getCompilationUnit();
        long position = ((com.sun.tools.javac.tree.JCTree) path.getLeaf()).pos;
        if (path.getLeaf().getKind() == Tree.Kind.CLASS || element.getKind().isClass() || element.getKind().isInterface()) {
            position = nameOf(unit, path.getLeaf(), element.getSimpleName().toString());
        }
        return place(unit, position);
    }

    private long nameOf(CompilationUnitTree unit, Tree tree, String name) {
        try {
            String text = unit.getSourceFile().getCharContent(true).toString();
            int start = (int) positions.getStartPosition(unit, tree);
            var matcher = java.util.regex.Pattern
                .compile("\\b(?:class|interface|enum|record)\\s+(" + java.util.regex.Pattern.quote(name) + ")\\b").matcher(text);
            return matcher.find(start) ? matcher.start(1) : start;
        } catch (java.io.IOException error) {
            throw new java.io.UncheckedIOException(error);
        }
    }

    private String place(CompilationUnitTree unit, long position) {
        LineMap lines = unit.getLineMap();
        Path path = root.relativize(Path.of(unit.getSourceFile().toUri()));
        long line = lines.getLineNumber(position);
        long column = position - lines.getStartPosition(line) + 1;
        return path + "\t" + line + "\t" + column;
    }
}
