require 'json'
require_relative "../lib/x"
# Doc
module A::B
  MAX = 3
  # A class
  class Foo < Base::Bar
    include Comparable
    extend Mod
    attr_accessor :name, :age
    attr_reader :x
    alias_method :old, :go
    def initialize(a, b = 1, *c, **d, &e)
      super
      @a = Bar.new(a)
      self.go!(1)
    end
    def self.make(x) = new(x)
    class << self
      def build; end
    end
    private def secret?; helper 1; end
    def ==(o) ; end
    define_method(:dyn) { |x| x }
    scope :active, -> { where(a: 1) }
    Point = Struct.new(:x, :y) do
      def dist; end
    end
  end
end
def top; puts "x"; Foo::Bar.baz(1) { |y| y.call }; end
CONST = [1].freeze
task :build do |t| end
