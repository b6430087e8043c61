defmodule A.B.Foo do
  @moduledoc """
  Doc.
  """
  use GenServer
  import Ecto.Query, only: [from: 2]
  alias A.{Bar, Baz}
  alias A.Qux, as: Q
  require Logger
  @behaviour Plug
  @max 3
  @type t :: %__MODULE__{a: integer}
  defstruct [:a, b: 1]
  @doc "Runs."
  @spec run(integer) :: {:ok, t}
  def run(x, opts \\ []) when is_integer(x) do
    x |> helper() |> Bar.go(1)
    %Foo{a: 1}
  end
  def run(_), do: nil
  defp helper(x), do: Enum.map(x, &do_it/1)
  defmacro mac(expr) do quote do unquote(expr) end end
  defguard is_x(a) when a > 1
  defdelegate size(x), to: Map
  @callback init(term) :: :ok
end
defprotocol P do def f(x) end
defimpl P, for: Integer do def f(x), do: x end
