{-# LANGUAGE X #-}
-- | Module doc
module Data.Foo (Foo(..), run) where
import qualified Data.Map as M
import Data.List (sort, nub)
import Prelude hiding (map)
-- | A type
data Foo a = Foo { name :: String, age :: !Int } | Bar a deriving (Show, Eq)
newtype N = N { unN :: Int }
type Alias = [Foo Int]
class Show a => Shape a where
  area :: a -> Double
  area _ = 1
instance Shape (Foo b) where
  area x = helper x
-- | Runs
run :: Foo Int -> IO ()
run (Foo n a) = do
  print (M.lookup n a)
  where helper y = y + 1
run (Bar x) | x > 1 = go x
            | otherwise = pure ()
x <+> y = x
maxN = 3
data G where { G1 :: Int -> G }
type family F a
pattern P x = Just x
deriving instance Show G
