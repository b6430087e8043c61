defmodule Shop.Orders.Order do
  @moduledoc false
  use Ecto.Schema
  import Ecto.Changeset, only: [cast: 3, validate_required: 2]
  alias Shop.{Accounts, Repo}
  alias Shop.Accounts.User, as: Customer
  require Logger

  @behaviour Shop.Priced
  @derive {Jason.Encoder, only: [:id]}
  @timeout 5_000

  @type t :: %__MODULE__{id: integer, lines: [line()]}
  @typep line :: {String.t(), non_neg_integer}
  @opaque token(kind) :: {kind, binary}

  @enforce_keys [:customer]
  defstruct [:customer, lines: [], state: :new]

  schema "orders" do
    field :note, :string
    belongs_to :customer, Customer
  end

  @doc """
  Finds an order.

  ## Examples

      iex> find(1)
      def not_one(x), do: x
  """
  @doc since: "1.0"
  @spec find(integer, keyword) :: {:ok, t} | :error
  def find(id, opts \\ [])
  def find(nil, _opts), do: :error

  def find(id, opts) when is_integer(id) and id > 0 do
    with {:ok, order} <- fetch(id),
         true <- visible?(order) do
      {:ok, order}
    else
      _ -> :error
    end
  end

  @impl true
  def price(%__MODULE__{lines: lines} = order) do
    total = fn line -> elem(line, 1) end

    lines
    |> Enum.map(total)
    |> Enum.reduce(0, &+/2)
    |> round_up(order)
  end

  def total(), do: 0
  def total(order), do: price(order)

  defp round_up(n, _order), do: Float.ceil(n / 1)

  defp visible?(%{state: state}) when state in [:new, :paid], do: true
  defp visible?(_), do: false

  def a <~> b, do: {a, b}
  def unquote(:dynamic)(x), do: x

  defguard is_open(order) when order.state == :new
  defguardp is_big(n) when n > 100

  defdelegate fetch(id), to: Repo, as: :get
  defdelegate size(list), to: Kernel, as: :length

  defmacro debug(expression) do
    quote do
      Logger.debug(unquote(expression))
    end
  end

  defmacrop internal(do: block), do: block

  for {name, code} <- [open: 1, closed: 2] do
    def unquote(name)(), do: unquote(code)
  end

  defmodule NotFound do
    defexception [:id, message: "not found"]

    @impl Exception
    def message(%{id: id}), do: "no order #{id}"
  end
end

defprotocol Shop.Priced do
  @fallback_to_any true

  @doc "What a thing costs."
  def cost(thing)

  @spec tax(t, float) :: float
  def tax(thing, rate)
end

defimpl Shop.Priced, for: [Shop.Orders.Order, Any] do
  alias Shop.Orders.Order
  def cost(%Order{} = order), do: Order.price(order)
  def cost(_), do: 0
  def tax(thing, rate), do: cost(thing) * rate
end

defmodule Shop.Server do
  @moduledoc """
  Keeps orders in a process.
  """

  use GenServer, restart: :transient

  @callback handle_order(order :: map, term) :: :ok | {:error, term}
  @macrocallback before(term) :: Macro.t()
  @optional_callbacks handle_order: 2

  # Client

  @doc ~S"Starts it."
  def start_link(opts), do: GenServer.start_link(__MODULE__, opts, name: __MODULE__)

  @impl GenServer
  def init(opts), do: {:ok, opts}

  @impl GenServer
  def handle_call({:get, id}, _from, state) do
    {:reply, Map.get(state, id), state}
  end

  def handle_call(:all, _from, state), do: {:reply, state, state}

  @impl true
  def handle_info(:tick, state) do
    send(self(), :tick)
    {:noreply, state}
  rescue
    e in RuntimeError -> {:stop, e, state}
  end

  defoverridable init: 1
end

defmodule Shop.OrderTest do
  use ExUnit.Case, async: true

  setup do
    {:ok, order: %Shop.Orders.Order{customer: 1}}
  end

  describe "find/2" do
    test "nothing for nil", %{order: order} do
      assert Shop.Orders.Order.find(nil) == :error
      assert_raise Shop.Orders.Order.NotFound, fn -> raise Shop.Orders.Order.NotFound end
    end
  end
end
