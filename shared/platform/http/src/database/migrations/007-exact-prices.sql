-- Prices are sent as JSON numbers, which are exact up to 2^53 - 1.
CREATE TRIGGER plan_insert_exact BEFORE INSERT ON plan
WHEN max(NEW.price, NEW.previous_price) > 9007199254740991
BEGIN SELECT RAISE(ABORT, 'A price is at most 9007199254740991 cents.'); END;
CREATE TRIGGER plan_update_exact BEFORE UPDATE ON plan
WHEN max(NEW.price, NEW.previous_price) > 9007199254740991
BEGIN SELECT RAISE(ABORT, 'A price is at most 9007199254740991 cents.'); END;
