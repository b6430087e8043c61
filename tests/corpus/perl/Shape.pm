#!/usr/bin/perl
# Shapes and what is done with them.
package Shape;

use strict;
use warnings;
use v5.20;
use parent -norequire, 'Figure', 'Named';
use base qw(Exporter Logger);
use List::Util qw(sum max);
use POSIX qw(
    floor ceil
    :sys_wait_h
);
use Scalar::Util 'blessed', 'weaken';
use Shape::Units ();
require Carp;
use constant MAX_SIDES => 12;
use constant { NONE => 0, SOLID => 1 };
no warnings 'redefine';

our $VERSION = '1.02';
our @ISA = ('Figure');
our @EXPORT_OK = qw(area describe);
my %cache = ();
local $| = 1;

BEGIN {
    *alias = \&area;
}

=head1 NAME

Shape - a closed figure

=head2 new

Makes one.

=cut

sub new {
    my ($class, %args) = @_;
    my $self = bless { sides => 4, %args }, $class;
    $self->_init(@_);
    return $self;
}

# The area of a shape.
# It is never negative.
sub area {
    my $self = shift;
    return $self->{width} ** 2 if $self->can('width');
    my $total = sum(map { side_length($_) } @{ $self->sides });
    return $total;
}

sub scale($self, $factor = 1, @rest) {
    return Shape->new(width => $self->width * $factor);
}

sub prototyped($$;@) { return $_[0] + $_[1]; }
sub forward;

sub load : method {
    my ($self, $path) = @_;
    open my $file, '<', $path or Carp::croak("cannot open $path: $!");
    while (my $line = <$file>) {
        chomp $line;
        next unless $line =~ /^(\w+)\s*=\s*(.*)$/;
        push @{ $cache{$1} }, Shape::Parser::parse($line);
    }
    close $file;
    eval { $self->check; 1 } or do { warn $@ };
    my $text = <<"END";
loaded $path
sub fake { }
END
    print STDERR $text;
    $self->SUPER::load($path);
    my $method = "draw";
    $self->$method(1);
    my $object = new Canvas(10, 20);
    &helper(1, 2);
    helper 3, 4;
    &$handler(1);
    $handler->(2);
    Shape::Units->convert($self)->print;
    goto &fallback;
}

my $double = sub { my $x = shift; return $x * 2 };
our $triple = sub { $_[0] * 3 };
my $counter = do { my $count = 0; sub { $count++ } };

sub DESTROY { }
sub AUTOLOAD {
    our $AUTOLOAD;
    my $name = $AUTOLOAD;
    return;
}

sub Shape::Square::width { $_[0]{width} }

package Shape::Square {
    our @ISA = 'Shape';
    use overload '+' => \&add, '""' => sub { shift->name };

    sub add { my ($a, $b) = @_; return Shape::Square->new($a->width + $b->width) }
    sub name { 'square' }
}

package Shape::Factory;

use Moo;
extends 'Shape';
with 'Role::Log';
has width => (is => 'ro', default => sub { 1 });
has 'name' => (is => 'rw');
before area => sub { log_call() };
around 'name' => sub { my $orig = shift; $orig->(@_) };

sub create { return Shape::Square->new(@_) }
sub _private { 1 }

1;

__END__

=head1 AUTHOR

sub not_code { }
