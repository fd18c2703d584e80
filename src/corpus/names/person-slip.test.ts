import { describe, expect, test } from 'vitest'
import { matchPersonName } from './person-match.ts'

const score = (asked: string, held: string) => matchPersonName(asked, held, { loose: false, fuzzy: true })

describe('one edit in a word of a name', () => {
  test.each([
    ['a letter more', 'Marcuis Thornbury', 'Marcus Thornbury'],
    ['a letter more at the start', 'Qmarcus Thornbury', 'Marcus Thornbury'],
    ['the first letter missing', 'Arcus Thornbury', 'Marcus Thornbury'],
    ['the first letter of the family name missing', 'Marcus Hornbury', 'Marcus Thornbury'],
    ['another first letter in a long word', 'Marcus Zhornbury', 'Marcus Thornbury'],
    ['the first two swapped', 'Amrcus Thornbury', 'Marcus Thornbury'],
    ['a short name with a letter missing', 'Jhn Thornbury', 'John Thornbury'],
    ['a short name with two swapped', 'Jhon Thornbury', 'John Thornbury'],
    ['two vowels swapped', 'Pual Thornbury', 'Paul Thornbury'],
    ['a short name with another letter', 'Jovn Thornbury', 'John Thornbury'],
    ['no name for one that is known', 'Mric Thornbury', 'Eric Thornbury'],
    ['a letter missing of a name of four', 'Ark Thornbury', 'Mark Thornbury'],
  ])('%s: %s is %s', (_, asked, held) => {
    expect(score(asked, held)).toBeGreaterThan(0.7)
    expect(score(held, asked)).toBe(score(asked, held))
    expect(matchPersonName(asked, held, { loose: false })).toBe(0)
  })

  test.each([
    ['two that both exist', 'Anna Yates', 'Anna Bates'],
    ['a family name of one vowel for another', 'Anna Möller', 'Anna Müller'],
    ['another first letter of a short name', 'Tovan Thornbury', 'Dovan Thornbury'],
    ['first names that both exist', 'Don Thornbury', 'Ron Thornbury'],
    ['given names of India that both exist', 'Mahesh Thornbury', 'Ramesh Thornbury'],
    ['given names of Japan that both exist', 'Yuka Mori', 'Yuki Mori'],
    ['syllables of Korea', 'Kim Su-hyeon', 'Kim Su-hyeok'],
    ['Irish names that both exist', "Anna O'Connell", "Anna O'Donnell"],
    ['two edits at the start', 'Rmacus Thornbury', 'Marcus Thornbury'],
    ['other words', 'Marcus Thornbury', 'Marcus Kettlewell'],
  ])('%s: %s is not %s', (_, asked, held) => expect(score(asked, held)).toBe(0))
})
