#!/usr/bin/env dart
/// Shapes and what is done with them.
library shapes;

import 'dart:async';
import 'dart:math' as math show pi, sqrt;
import 'package:meta/meta.dart' hide required;
import '../units.dart';
export 'src/square.dart' show Square;
part 'shapes.g.dart';

/// The most sides a shape may have.
const int maxSides = 12;
final cache = <String, Shape>{};
late final Logger _logger = Logger('shapes');
var first = 1, second = 2;

typedef Area = double Function(Shape shape);
typedef void Callback(int sides);

/// How a shape is filled.
enum Fill {
  none,
  /// With one colour.
  solid('s'),
  hatched('h');

  const Fill([this.code = '']);
  final String code;
  bool get isVisible => this != none;
}

/// A closed figure.
@immutable
abstract class Shape<T extends num> extends Figure with Logged, Named implements Comparable<Shape> {
  Shape(this.name, {required this.sides, this.fill = Fill.none}) : super(name);

  /// A shape without sides.
  Shape.empty() : this('empty', sides: 0);
  const Shape.unit(this.name) : sides = 1, fill = Fill.none;

  factory Shape.parse(String text) {
    final parts = text.split(',');
    return Square(double.parse(parts.first));
  }
  factory Shape.from(Map<String, dynamic> json) = Square.fromJson;

  final String name;
  final int sides;
  Fill fill;
  static int _count = 0;
  static const origin = Point(0, 0);

  /// The area.
  @override
  double area();

  double get perimeter => sides * side(0);
  set scale(double value) => _scale = value;
  bool operator ==(Object other) => other is Shape && other.name == name;
  Shape operator +(Shape other) => merge(this, other);
  int operator [](int index) => index;

  static Shape? find(String name) => cache[name];

  Future<List<Shape>> load(Uri uri, [int limit = 10]) async {
    final client = HttpClient();
    var response = await client.get(uri);
    for (final line in await response.lines.toList()) {
      await _add(line)?.save();
    }
    try {
      return [for (final one in response.parts) Shape.parse(one)];
    } on FormatException catch (error) {
      _logger..warning('bad', error)..flush();
      rethrow;
    }
  }

  Stream<int> count() async* {
    yield 1;
    yield* Stream.fromIterable([2, 3]);
  }
}

class Square extends Shape<double> {
  final double width;
  Square(double width) : width = width, super('square', sides: 4);
  Square.fromJson(Map<String, dynamic> json) : this(json['width'] as double);

  @override
  double area() {
    double squared(double value) => math.pow(value, 2);
    return squared(width);
  }
}

sealed class Result<T> {}

final class Ok<T> extends Result<T> {
  Ok(this.value);
  final T value;
}

base mixin class Marker {}
interface class Drawable { void draw(Canvas canvas); }

/// Says what it does.
mixin Logged on Figure {
  void log(String text) => print('$text ${area()}');
}

extension ShapeList on List<Shape> {
  double get total => fold(0, (sum, one) => sum + one.area());
  Shape largest() => reduce((a, b) => a.area() > b.area() ? a : b);
}

extension type Meters(double value) implements double {
  Meters operator -() => Meters(-value);
}

class Alias = Shape with Named;

external int nativeSides(Shape shape);

/** Describes a shape. */
String describe(Shape shape) => switch (shape) {
      Square(width: var w) => 'square $w',
      Shape(sides: > 4) => 'many',
      _ => 'shape',
    };

int get answer => 42;
set answer(int value) {}

Iterable<T> mapAll<T, S>(Iterable<S> items, T Function(S) convert) sync* {
  for (final item in items) {
    yield convert(item);
  }
}

Future<void> main(List<String> args) async {
  final shape = new Square(2);
  const Point(1, 2);
  print(describe(shape));
  args.map(Shape.parse).forEach(print);
  mapAll<int, String>(args, int.parse);
}
