import { memo } from '../../lib/memo.ts'

/**
 * Keys that transliterations of one name share. Each is made for one family of languages and is compared only between
 * names that are of it: what is one name in Arabic (Jansen, Jensen by its vowels) may be two elsewhere.
 */

/** Arabic: article, doubled letters and long vowels aside (`El-Husseini`, `Al Hosaini`). Vowels stay, one class each. */
const arabicKey = memo((word: string): string =>
  word
    .replace(/^abd[aeou]l$/, 'abd')
    .replace(/^abd(?:[aeou]ll?|[aeou](?=(.)\1)|)(?=[a-z]{3})/, 'abd')
    .replace(/^(?:al|el)(?=[a-z]{3})/, '')
    .replace(/^[bi]+n(?=[a-z]{5})/, 'ben')
    .replace(/ou|oo|o|w(?![aeiou])/g, 'u')
    .replace(/ee|ei|ai|ay|ie|y/g, 'i')
    .replace(/dj|g(?!h)/g, 'j')
    .replace(/kh/g, 'x')
    .replace(/[qc]/g, 'k')
    .replace(/th/g, 't')
    .replace(/dh/g, 'd')
    .replace(/ph/g, 'f')
    .replace(/(.)\1+/g, '$1')
    .replace(/h$/, ''),
)

/** Russian and Ukrainian: `Dmitriy`, `Alexeyev`, `Tchaikovsky`, `Gorbatschow`. */
export const slavicKey = memo((word: string): string =>
  word
    .replace(/shch|schtsch/g, 'W')
    .replace(/tsch|tch|(?<!s)ch/g, 'C')
    .replace(/sch/g, 'S')
    .replace(/zh/g, 'Z')
    .replace(/sh/g, 'S')
    .replace(/kh/g, 'h')
    .replace(/ts|tz|c/g, 'T')
    .replace(/x/g, 'ks')
    .replace(/w|ff?$/g, 'v')
    .replace(/iya$|ija$|ya$|ja$/, 'ia')
    .replace(/(?:iy|ij|ii|yi|y|j)(?![aeou])/g, 'i')
    .replace(/[yji](?=[aou])/g, 'i')
    .replace(/[yj](?=e)|(?<=[a-z])i(?=e)/g, '')
    .replace(/io/g, 'e')
    .replace(/ov$/, 'ev')
    .replace(/(.)\1+/g, '$1'),
)

/** Korean syllables: `Min-joon`, `Minjun`; `Hyeon-u`, `Hyunwoo`. */
export const koreanKey = memo((word: string): string =>
  word
    .replace(/yeo|you/g, 'yu')
    .replace(/eo|ou|oo|eu/g, 'u')
    .replace(/wu/g, 'u')
    .replace(/ee|ui/g, 'i')
    .replace(/ae/g, 'e')
    .replace(/ch/g, 'j')
    .replace(/k/g, 'g')
    .replace(/p/g, 'b')
    .replace(/t/g, 'd')
    .replace(/r/g, 'l'),
)

/** Words longer than this are none, and would take long to find out. */
const maxRomajiLength = 24

const isRomaji = (word: string): boolean =>
  word.length <= maxRomajiLength &&
  /^(?:(?:[kgsztdnhbpmr]y?|sh|ch|ts|[jfwy])?(?:ou|oh|oo|uu|[aeiou])|n|m(?=[bp]))+$/.test(word)

/** Japanese long vowels and `n` before lips: `Satoh`, `Satou`; `Jumpei`. Undefined for what is no romaji. */
export const japaneseKey = memo((word: string): string | undefined =>
  isRomaji(word)
    ? word
        .replace(/ou|oh(?![aeiou])|oo/g, 'o')
        .replace(/uu/g, 'u')
        .replace(/m(?=[bp])/g, 'n')
    : undefined,
)

/** Endings of given names made of the father's: `Petrovich`, `Yurievna`. */
export const isPatronymic = (word: string): boolean =>
  /.{2}(?:[oei]vich|[oe]vych|[oei]vna|[iy]vna|ichna|ovitch|owitsch|ovic)$/.test(word)

/** What East Slavic family names end in, but for `-in`, which ends others as often. */
export const hasSlavicEnding = (word: string): boolean =>
  /.{2}(?:[oe]v|[oe]va|[oe]ff|[oe]w|sk[iy]+|sky|skii|skaya|skaia|enko|chuk|shin|kin|kina)$/.test(word)

/** Whether two words are one in Arabic: `e` is written for `a` and for `i`. */
export function isArabicSpelling(a: string, b: string): boolean {
  const [one, other] = [arabicKey(a), arabicKey(b)]
  if (one === other) return true
  if (one.length !== other.length || one.length < 3) return false
  return [...one].every((letter, index) => {
    const there = other[index] as string
    return (
      letter === there || (letter === 'e' && /[ai]/.test(there)) || (there === 'e' && /[ai]/.test(letter))
    )
  })
}
