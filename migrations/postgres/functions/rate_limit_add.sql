-- Adds admissions that a process made by itself.
CREATE OR REPLACE FUNCTION rate_limit_add(p_name text, p_window_ms bigint, p_at_ms bigint[], p_now_ms bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  width bigint := GREATEST(p_window_ms / 60, 1);
  s record;
  at_ms bigint;
  place bigint;
BEGIN
  SELECT * INTO s FROM rate_limit_slices(p_name, p_now_ms / width);
  FOREACH at_ms IN ARRAY p_at_ms LOOP
    place := GREATEST(s.newest - at_ms / width + 1, 1);
    IF place <= 61 THEN
      s.counts[place] := s.counts[place] + 1;
    END IF;
  END LOOP;
  UPDATE rate_limit_windows x SET newest = s.newest, counts = s.counts WHERE x.name = p_name;
END $$;
