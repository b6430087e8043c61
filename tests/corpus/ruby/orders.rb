# frozen_string_literal: true

require "set"
require_relative "support/money"
autoload :Invoice, "shop/invoice"

# What a shop sells and keeps.
module Shop
  VERSION = "1.0"
  LIMITS = { lines: 10 }.freeze
  Error = Class.new(StandardError)
  Point = Struct.new(:x, :y, keyword_init: true) do
    def +(other) = Point.new(x: x + other.x, y: y + other.y)
  end
  Size = Data.define(:width, :height)

  class NotFound < Error; end

  # An order.
  #
  # It has lines.
  class Order < Record::Base
    include Enumerable, Comparable
    extend ActiveSupport::Concern
    prepend(Audited)

    STATES = %w[new paid].freeze
    @@count = 0

    attr_reader :customer, :lines
    attr_accessor :note
    attr_writer :secret
    delegate :name, to: :customer
    belongs_to :customer, class_name: "Shop::Customer"
    has_many :lines, -> { order(:id) }, dependent: :destroy
    scope :open, ->(limit = 1) { where(state: "new").limit(limit) }
    validates :note, presence: true, if: :paid?

    class << self
      attr_accessor :registry

      def create!(...)
        new(...).tap(&:save!)
      end

      private

      def secret_key = ENV.fetch("KEY")
    end

    # @param lines [Array<Line>]
    def initialize(customer, *lines, note: nil, **options, &block)
      super()
      @customer = customer
      @lines = lines
      @total ||= 0
      instance_eval(&block) if block
    end

    def each(&) = @lines.each(&)

    def <=>(other)
      total <=> other.total
    end

    def [](index) = lines[index]

    def []=(index, line)
      lines[index] = line
    end

    def -@ = self

    def total
      @total ||= lines.sum { |line| line.price * 2 }
    rescue TypeError => e
      raise NotFound, "no price: #{e.message}"
    ensure
      log "total"
    end

    def paid?
      state == "paid"
    end

    def pay!
      return unless valid?

      update!(state: "paid")
      Mailer.with(order: self).paid.deliver_later
    end

    def state=(value)
      @state = value
    end

    def self.find_by_note(note) = where(note:).first

    alias size count
    alias_method :sum, :total

    define_method(:to_s) { "Order" }

    %w[open closed].each do |name|
      define_method("#{name}?") { state == name }
    end

    private def log(text)
      puts text
    end

    protected

    def hidden(a, (b, c), d = 1) = [a, b, c, d]

    class Line
      def price; 1; end
    end
  end

  def self.configure
    yield config if block_given?
  end

  module_function

  def helper(text)
    <<~TEXT
      def not_one
      end
      #{text.strip}
    TEXT
  end
end

class Shop::Customer
  def name = @name
end

def Shop.version
  VERSION
end

namespace :shop do
  desc "Clean up"
  task clean: :environment do
    Shop::Order.find_each(&:destroy)
  end
end

describe Shop::Order do
  it "adds up" do
    expect(Shop::Order.new(nil).total).to eq(0)
  end
end

handler = lambda do |event|
  case event
  in { type: "paid", order: Shop::Order => order } then order.pay!
  else nil
  end
end

BEGIN { puts "first" }
