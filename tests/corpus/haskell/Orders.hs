{-# LANGUAGE GADTs #-}
{-# LANGUAGE CPP #-}
-- |
-- Module      : Shop.Orders
-- Orders and what they cost.
module Shop.Orders
  ( Order (..)
  , total
  , module Shop.Users
  ) where

import Control.Monad.State (StateT (..), evalStateT, when)
import qualified Data.Map.Strict as Map
import Data.Text (Text)
import Shop.Users hiding (delete)
import Shop.Money as M (Money, (<+>))

infixl 6 |+|

-- | An order of someone.
data Order = Order
  { orderId :: !Int
  -- ^ Its number.
  , orderLines :: [Line] -- ^ What was ordered.
  , state, previous :: State
  }
  deriving stock (Show, Eq)
  deriving anyclass Priced

data Line = Line Text Int | Free { name :: Text }

data State = New | Paid Int | Text :=> Int deriving (Eq, Ord)

-- | A number that is not another.
newtype Id a = Id { unId :: Int } deriving newtype Num

type Handler m = Order -> m ()

data Expr a where
  -- | A number.
  Number :: Int -> Expr Int
  Both, Either' :: Expr Bool -> Expr Bool -> Expr Bool
  Field :: { inner :: Expr a } -> Expr a

data Empty

-- | What costs something.
class (Show a, Eq a) => Priced a where
  type Currency a
  data Receipt a
  -- | How much.
  price, tax :: a -> Int
  tax x = price x `div` 10
  {-# MINIMAL price #-}
  label :: a -> String
  default label :: Show a => a -> String
  label = show

instance Priced Line where
  type Currency Line = Int
  price (Line _ n) = n
  price (Free _) = 0
  label l
    | Free t <- l = show t
    | otherwise = "line"

instance {-# OVERLAPPING #-} (Priced a, Eq b) => Priced (Either a b) where
  price = either price (const 0)

deriving instance Show Line

type family Element c where
  Element [a] = a

-- | All lines together.
total ::
  Order ->
  -- | how many
  Int
total Order {orderLines = ls} = sum (map price ls) + extra
  where
    extra = bonus * 2
    bonus :: Int
    bonus = 1
    go 0 = 0
    go n = go (n - 1)

(|+|) :: Int -> Int -> Int
a |+| b = a + b

x `plus` y = x + y

pay, refund :: Order -> Maybe Order
pay order@Order {state = New} = Just order {state = Paid 1}
pay _ = Nothing
refund = pay

classify :: Int -> Text
classify n
  | n < 0 = "negative"
  | n < big
  , even n = "small"
  | otherwise = case n of
      1 -> "one"
      _ | n > 10 -> "big"
        | otherwise -> "medium"
  where
    big = 100

limit :: Int
limit = 3

(low, high) = (1, 2)

pattern Single :: a -> [a]
pattern Single x = [x]

pattern Pair {first, second} = (first, second)

run' :: StateT Int IO ()
run' = do
  let helper y = y + 1
      twice = helper . helper
  n <- Map.foldr (+) 0 <$> load
  when (n > limit) $ do
    print (twice n)
  mapM_ print [classify i | i <- [1 .. 3], odd i]
  pure ()

foreign import ccall unsafe "math.h sin" c_sin :: Double -> Double

{-# INLINE fast #-}
fast :: Int -> Int
fast = \case
  0 -> 1
  n -> n * fast (n - 1)

#ifdef DEBUG
debug :: Show a => a -> IO ()
debug = print
#else
debug :: a -> IO ()
debug _ = pure ()
#endif

{- | Main. -}
main :: IO ()
main = evalStateT run' 0
