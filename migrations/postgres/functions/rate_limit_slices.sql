-- The slices as of now, the row locked.
CREATE OR REPLACE FUNCTION rate_limit_slices(p_name text, p_now_slice bigint, OUT newest bigint, OUT counts integer[])
LANGUAGE plpgsql AS $$
DECLARE
  r record;
  shift integer;
BEGIN
  INSERT INTO rate_limit_windows VALUES (p_name, p_now_slice, array_fill(0, ARRAY[61])) ON CONFLICT (name) DO NOTHING;
  SELECT * INTO r FROM rate_limit_windows x WHERE x.name = p_name FOR UPDATE;
  newest := GREATEST(p_now_slice, r.newest);
  shift := LEAST(newest - r.newest, 61);
  counts := CASE WHEN shift = 0 THEN r.counts
    WHEN shift = 61 THEN array_fill(0, ARRAY[61])
    ELSE array_fill(0, ARRAY[shift]) || r.counts[1:61 - shift] END;
END $$;
