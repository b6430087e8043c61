-- The shop's tables.
CREATE SCHEMA IF NOT EXISTS shop;
SET search_path TO shop;
CREATE EXTENSION IF NOT EXISTS pgcrypto;

/* Who buys. */
CREATE TABLE IF NOT EXISTS shop.customers (
    id SERIAL PRIMARY KEY,
    email VARCHAR(255) NOT NULL UNIQUE, -- how to reach them
    "full name" TEXT DEFAULT 'n/a; none',
    created_at TIMESTAMP WITH TIME ZONE DEFAULT now(),
    CONSTRAINT email_format CHECK (email LIKE '%@%')
);

CREATE TABLE orders (
    id BIGINT PRIMARY KEY,
    customer_id INT NOT NULL REFERENCES shop.customers (id) ON DELETE CASCADE,
    total NUMERIC(10, 2),
    status order_status,
    FOREIGN KEY (customer_id) REFERENCES customers(id)
);

CREATE TYPE order_status AS ENUM ('new', 'paid', 'sent');
CREATE TYPE address AS (street TEXT, city TEXT);
CREATE DOMAIN positive AS INT CHECK (VALUE > 0);
CREATE SEQUENCE order_numbers START 100;

CREATE UNIQUE INDEX idx_orders_customer ON orders (customer_id, total DESC);
ALTER TABLE orders ADD COLUMN note TEXT;
ALTER TABLE orders ADD CONSTRAINT total_positive CHECK (total >= 0);

-- What was paid.
CREATE OR REPLACE VIEW paid_orders AS
SELECT o.id, c.email, SUM(o.total) AS amount
FROM orders AS o
JOIN shop.customers c ON c.id = o.customer_id
WHERE o.status = 'paid' AND o.id IN (SELECT order_id FROM payments)
GROUP BY o.id, c.email
HAVING SUM(o.total) > 10;

CREATE MATERIALIZED VIEW totals AS
WITH recent AS (
    SELECT * FROM orders WHERE created_at > now() - interval '1 day'
), top AS (SELECT customer_id FROM recent LIMIT 10)
SELECT count(*) FROM recent LEFT JOIN top USING (customer_id);

CREATE OR REPLACE FUNCTION order_total(order_id BIGINT, rate NUMERIC DEFAULT 1)
RETURNS NUMERIC AS $$
DECLARE
    result NUMERIC;
BEGIN
    SELECT total INTO result FROM orders WHERE id = order_id;
    IF result IS NULL THEN
        RETURN 0;
    END IF;
    RETURN round_up(result * rate);
END;
$$ LANGUAGE plpgsql;

CREATE FUNCTION one() RETURNS INT LANGUAGE SQL AS 'SELECT 1;';

CREATE PROCEDURE archive(days INT)
LANGUAGE SQL
AS $body$
    DELETE FROM orders WHERE age > days;
$body$;

CREATE TRIGGER touch BEFORE UPDATE ON orders
FOR EACH ROW EXECUTE FUNCTION touch_row();

INSERT INTO orders (id, customer_id, total) VALUES (1, 1, 9.5), (2, 1, 3);
UPDATE orders SET total = order_total(id) WHERE status = 'new';
DELETE FROM payments USING orders WHERE payments.order_id = orders.id;
DROP TABLE IF EXISTS old_orders;
GRANT SELECT ON paid_orders TO reader;

SELECT
    o.id,
    rank() OVER (PARTITION BY o.customer_id ORDER BY o.total) AS place
FROM orders o
UNION ALL
SELECT id, 0 FROM archived_orders;

CREATE TABLE copied AS SELECT * FROM orders;
CALL archive(30);
MERGE INTO stock USING deliveries ON stock.id = deliveries.id
WHEN MATCHED THEN UPDATE SET amount = stock.amount + deliveries.amount;
GO
CREATE TABLE [dbo].[Order Lines] (
    [Line Id] INT IDENTITY(1, 1) NOT NULL,
    Price MONEY
)
GO
CREATE OR ALTER PROCEDURE dbo.AddLine @price MONEY, @note NVARCHAR(50) = 'a;b'
AS
BEGIN
    IF @price > 0
    BEGIN
        INSERT INTO [dbo].[Order Lines] (Price) VALUES (@price);
    END;
    EXEC dbo.LogLine @price;
END
GO
CREATE TABLE `stock` (
  `id` int NOT NULL AUTO_INCREMENT COMMENT 'it''s; unique',
  KEY `idx` (`id`)
) ENGINE=InnoDB;

CREATE OR REPLACE PACKAGE BODY billing AS
    FUNCTION net(price NUMBER) RETURN NUMBER IS
    BEGIN
        RETURN price * 0.8;
    END net;
    PROCEDURE send(id NUMBER) IS
    BEGIN
        mailer.post(id);
    END;
END billing;
/
SELECT * FROM {{ ref('stg_orders') }};
