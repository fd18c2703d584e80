-- Rate limits of several processes. Unlogged: written with requests that go over several processes, worth a minute, and
-- after a crash of the server counting begins anew, as after a restart of a process.

CREATE UNLOGGED TABLE rate_limit_processes (
  id text PRIMARY KEY,
  seen_at timestamptz NOT NULL,
  -- Whether its own counts are in rate_limit_windows.
  is_sharing boolean NOT NULL
);

-- Admissions of all processes in the window of one budget, in 61 slices of a sixtieth of the window, the newest first.
-- A slice counts until all of it has left the window: never more than the limit, at most a sixtieth less.
CREATE UNLOGGED TABLE rate_limit_windows (
  name text PRIMARY KEY,
  newest bigint NOT NULL,
  counts integer[] NOT NULL
) WITH (fillfactor = 50);

-- The slices as of now, the row locked.
CREATE FUNCTION rate_limit_slices(p_name text, p_now_slice bigint, OUT newest bigint, OUT counts integer[])
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

-- Admits up to p_want requests. wait_ms: until one more is admitted; 0 when it is now.
CREATE FUNCTION rate_limit_take(
  p_name text, p_max integer, p_window_ms bigint, p_want integer, p_now_ms bigint
) RETURNS TABLE (granted integer, taken integer, wait_ms bigint) LANGUAGE plpgsql AS $$
DECLARE
  width bigint := GREATEST(p_window_ms / 60, 1);
  s record;
  left_over integer;
BEGIN
  SELECT * INTO s FROM rate_limit_slices(p_name, p_now_ms / width);
  SELECT sum(x)::integer INTO taken FROM unnest(s.counts) AS x;
  granted := GREATEST(LEAST(p_want, p_max - taken), 0);
  s.counts[1] := s.counts[1] + granted;
  taken := taken + granted;
  wait_ms := 0;
  IF taken >= p_max THEN
    left_over := taken;
    FOR place IN REVERSE 61..1 LOOP
      left_over := left_over - s.counts[place];
      IF left_over < p_max THEN
        wait_ms := GREATEST((s.newest - place + 62) * width - p_now_ms, 1);
        EXIT;
      END IF;
    END LOOP;
  END IF;
  UPDATE rate_limit_windows x SET newest = s.newest, counts = s.counts WHERE x.name = p_name;
  RETURN NEXT;
END $$;

-- Adds admissions that a process made by itself.
CREATE FUNCTION rate_limit_add(p_name text, p_window_ms bigint, p_at_ms bigint[], p_now_ms bigint) RETURNS void
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
