-- Admits up to p_want requests. wait_ms: until one more is admitted; 0 when it is now.
CREATE OR REPLACE FUNCTION rate_limit_take(
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
