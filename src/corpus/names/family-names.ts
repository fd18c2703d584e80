import lists from '../../../data/names/family-names.json' with { type: 'json' }
import { isListedFirstName } from './first-name.ts'

const makeSet = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const familyNames = {
  iberian: makeSet(lists.iberian),
  turkish: makeSet(lists.turkish),
  chinese: makeSet(lists.chinese),
  korean: makeSet(lists.korean),
  vietnamese: makeSet(lists.vietnamese),
  japanese: makeSet(lists.japanese),
  hungarian: makeSet(lists.hungarian),
}
const hungarianGiven = makeSet(lists.hungarianGiven)
const arabicGiven = makeSet(lists.arabicGiven)

/** Cultures whose commonest family names are listed (data/names/family-names.json), in normal form. */
export type FamilyNameCulture = keyof typeof familyNames

/** Whether a word in normal form is a common family name of a culture. */
export const isFamilyNameOf = (culture: FamilyNameCulture, word: string): boolean =>
  familyNames[culture].has(word)

/** Whether a word is a common family name of any listed culture. */
export const isListedFamilyName = (word: string): boolean =>
  Object.values(familyNames).some((names) => names.has(word))

export const isHungarianFirstName = (word: string): boolean => hungarianGiven.has(word)
export const isArabicFirstName = (word: string): boolean => arabicGiven.has(word)

/** Whether a word is known as a given name, of whatever culture. */
export const isKnownFirstName = (word: string): boolean =>
  isListedFirstName(word) || hungarianGiven.has(word) || arabicGiven.has(word)

const koreanGroups = (
  'kim gim|lee yi rhee ri|park bak pak|choi choe|jung jeong chung chong|kang gang|cho jo|yoon yun youn|jang chang|' +
  'lim im rim|shin sin|seo suh|kwon gwon|ahn an|yoo yu ryu ryoo|jeon jun chun cheon|ko go koh|moon mun|son sohn|bae pae|' +
  'baek paik back paek|heo hur huh|shim sim|noh no roh|kwak gwak|sung seong|joo ju|woo wu|koo ku gu|na ra|ji chi|um eom'
)
  .split('|')
  .map((group) => group.split(' '))
const koreanSpellings = new Map(koreanGroups.flatMap((group) => group.map((name) => [name, group] as const)))

/** Ways a Korean family name is spelt in Latin letters, itself among them; empty for any other word. */
export const koreanFamilySpellings = (word: string): readonly string[] => koreanSpellings.get(word) ?? []
