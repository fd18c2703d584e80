/** Small words within the names of people. */
export const nameParticles: ReadonlySet<string> = new Set(
  'de, da, do, dos, del, della, di, von, van, der, den, ten, la, le, al, el, bin, ibn, abu, zu, af, y, e'.split(
    ', ',
  ),
)
