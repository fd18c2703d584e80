import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { learnPatterns } from './domain-patterns.ts'
import { learnByRole, readRole } from './by-role.ts'
import { guessAddresses } from './guess.ts'

const domain = 'acme.example'
const people = (...pairs: [string, string][]) =>
  pairs.map(([name, local]) => ({ name, email: `${local}@${domain}` }))

function guess(name: string, ...colleagues: [string, string][]) {
  const found = guessAddresses(name, learnPatterns(domain, people(...colleagues)))
  return { ...found, locals: found.candidates.map(({ email }) => email.slice(0, email.lastIndexOf('@'))) }
}
const first = (name: string, ...colleagues: [string, string][]) => guess(name, ...colleagues).locals[0]

const dotted: [string, string][] = [
  ['Ann Lee', 'ann.lee'],
  ['Bob Stone', 'bob.stone'],
  ['Cid Moss', 'cid.moss'],
]

describe('a pattern is learned from colleagues', () => {
  test.each<[string, [string, string][], string, string]>([
    ['first.last', dotted, 'Dora Klein', 'dora.klein'],
    [
      'initial and last',
      [
        ['Ann Lee', 'alee'],
        ['Bob Stone', 'bstone'],
      ],
      'Dora Klein',
      'dklein',
    ],
    [
      'first',
      [
        ['Ann Lee', 'ann'],
        ['Bob Stone', 'bob'],
      ],
      'Dora Klein',
      'dora',
    ],
    [
      'last',
      [
        ['Ann Lee', 'lee'],
        ['Bob Stone', 'stone'],
      ],
      'Dora Klein',
      'klein',
    ],
    [
      'last, initial',
      [
        ['Ann Lee', 'leea'],
        ['Bob Stone', 'stoneb'],
      ],
      'Dora Klein',
      'kleind',
    ],
    [
      'underscore',
      [
        ['Ann Lee', 'ann_lee'],
        ['Bob Stone', 'bob_stone'],
      ],
      'Dora Klein',
      'dora_klein',
    ],
    [
      'last-first',
      [
        ['Ann Lee', 'lee-ann'],
        ['Bob Stone', 'stone-bob'],
      ],
      'Dora Klein',
      'klein-dora',
    ],
    [
      'three letters of each',
      [
        ['Anna Leeds', 'annlee'],
        ['Boris Stone', 'borsto'],
      ],
      'Dora Klein',
      'dorkle',
    ],
    [
      'initials',
      [
        ['Ann Lee', 'al'],
        ['Bob Stone', 'bs'],
        ['Cid Moss', 'cm'],
      ],
      'Dora Klein',
      'dk',
    ],
  ])('%s', (_, colleagues, name, local) => {
    expect(first(name, ...colleagues)).toBe(local)
  })

  test('most colleagues win, not the last one', () => {
    expect(first('Dora Klein', ...dotted, ['Eve Hall', 'ehall'])).toBe('dora.klein')
  })

  test('a middle initial is written where colleagues with one write it, and only then', () => {
    const withMiddle: [string, string][] = [
      ['Ann B. Lee', 'ann.b.lee'],
      ['Cid D. Moss', 'cid.d.moss'],
      ['Eve Hall', 'eve.hall'],
    ]
    expect(first('Dora F. Klein', ...withMiddle)).toBe('dora.f.klein')
    expect(first('Dora Klein', ...withMiddle)).toBe('dora.klein')
    expect(first('Dora F. Klein', ...dotted)).toBe('dora.klein')
  })

  test('names are cut off where colleagues with long names are cut off', () => {
    const cut: [string, string][] = [
      ['Ann Lee', 'alee'],
      ['Bob Featherstone', 'bfeather'],
      ['Cid Montgomery', 'cmontgom'],
    ]
    expect(first('Dora Kleinschmidt', ...cut)).toBe('dkleinsc')
    expect(first('Dora Klein', ...cut)).toBe('dklein')
  })

  test('a fixed prefix is learned', () => {
    const prefixed: [string, string][] = [
      ['Ann Lee', 'ext.lee'],
      ['Bob Stone', 'ext.stone'],
      ['Cid Moss', 'ext.moss'],
    ]
    expect(first('Dora Klein', ...prefixed)).toBe('ext.klein')
  })

  test('a number that tells namesakes apart does not hide the pattern', () => {
    expect(first('Dora Klein', ['Ann Lee', 'alee2'], ['Bob Stone', 'bstone11'])).toBe('dklein')
  })

  test('addresses at other domains and with tags teach what they should', () => {
    const patterns = learnPatterns(domain, [
      { name: 'Ann Lee', email: 'ann@elsewhere.example' },
      { name: 'Bob Stone', email: 'Bob.Stone+lists@ACME.example' },
    ])
    expect(patterns.persons).toBe(1)
    expect(guessAddresses('Dora Klein', patterns).candidates[0]?.email).toBe('dora.klein@acme.example')
  })
})

describe('roles', () => {
  const of = (role: string, ...pairs: [string, string][]) =>
    people(...pairs).map((each) => ({ ...each, role }))
  const colleagues = [
    ...of('representative', ['Ann Lee', 'rep.lee'], ['Bob Stone', 'rep.stone'], ['Cid Moss', 'rep.moss']),
    ...of('senator', ['Dan Hall', 'sen.hall'], ['Eve Reed', 'sen.reed'], ['Fay Wood', 'sen.wood']),
    ...of('clerk', ['Gus Park', 'gus.park'], ['Hal Bell', 'hal.bell'], ['Ida Ford', 'ida.ford']),
  ]
  const firstOf = (role: string) =>
    guessAddresses('Dora Klein', learnByRole(domain, colleagues).of(role)).candidates[0]?.email

  test('whose addresses are made in a way of their own teach each other, and nobody else', () => {
    expect(firstOf('senator')).toBe(`sen.klein@${domain}`)
    expect(firstOf('representative')).toBe(`rep.klein@${domain}`)
    expect(firstOf('clerk')).toBe(`dora.klein@${domain}`)
    expect(firstOf('intern')).not.toMatch(/^(?:rep|sen)\./)
  })

  test('are none where all are made alike, and by few people', () => {
    const alike = dotted.flatMap((pair) => of('clerk', pair))
    const three = of('smith', ['Dan Hall', 'dan.hall'], ['Eve Reed', 'eve.reed'], ['Fay Wood', 'fay.wood'])
    expect(learnByRole(domain, [...alike, ...three]).isByRole).toBe(false)
    expect(learnByRole(domain, [...alike, ...of('boss', ['Dan Hall', 'x.hall'])]).isByRole).toBe(false)
  })

  test.each([
    ['Senator, 12th District', 'senator'],
    ['State Representative - District 4', 'state representative'],
    ['Professor of Law', 'professor'],
    [null, ''],
  ])('%s is %s', (title, role) => expect(readRole(title)).toBe(role))
})

describe('names of all kinds', () => {
  test.each<[string, string]>([
    ['José Núñez', 'jose.nunez'],
    ['Zoë Brontë', 'zoe.bronte'],
    ['Łukasz Wałęsa', 'lukasz.walesa'],
    ['Þóra Jónsdóttir', 'thora.jonsdottir'],
    ["Siobhán O'Brien", 'siobhan.obrien'],
    ['Dr. Dora Klein, PhD', 'dora.klein'],
    ['Klein, Dora', 'dora.klein'],
    ['Пётр Чайковский', 'petr.chaikovskii'],
    ['Νίκος Παππάς', 'nikos.pappas'],
  ])('%s', (name, local) => {
    expect(first(name, ...dotted)).toBe(local)
  })

  test.each<[string, [string, string], string, string]>([
    ['umlauts written out', ['Jörg Müller', 'joerg.mueller'], 'Käthe Schön', 'kaethe.schoen'],
    ['umlauts left plain', ['Jörg Müller', 'jorg.muller'], 'Käthe Schön', 'kathe.schon'],
    ['particles joined', ['Jan van der Berg', 'jan.vanderberg'], 'Piet de Vries', 'piet.devries'],
    ['particles left out', ['Jan van der Berg', 'jan.berg'], 'Piet de Vries', 'piet.vries'],
    ['particles apart', ['Jan van der Berg', 'jan.van.der.berg'], 'Piet de Vries', 'piet.de.vries'],
    ['hyphens kept', ['Anne-Marie Duval', 'anne-marie.duval'], 'Jean-Luc Petit', 'jean-luc.petit'],
    ['hyphens dropped', ['Anne-Marie Duval', 'annemarie.duval'], 'Jean-Luc Petit', 'jeanluc.petit'],
    ['first half', ['Ana Pérez-Soto', 'ana.perez'], 'Eva Gómez-Ruiz', 'eva.gomez'],
    ['both halves', ['Ana Pérez-Soto', 'ana.perez-soto'], 'Eva Gómez-Ruiz', 'eva.gomez-ruiz'],
    ['both surnames', ['Ana Pérez Soto', 'ana.perezsoto'], 'Eva Gómez Ruiz', 'eva.gomezruiz'],
    ['al- joined', ['Omar al-Hassan', 'omar.alhassan'], 'Laila al-Amin', 'laila.alamin'],
  ])('%s', (_, colleague, name, local) => {
    expect(
      first(name, ...dotted, colleague, [
        colleague[0].replace(/^\S+/, 'Uwe'),
        colleague[1].replace(/^[^.]+/, 'uwe'),
      ]),
    ).toBe(local)
  })

  test('two surnames: the first where Spanish speakers use it', () => {
    expect(first('Ana García López', ...dotted)).toBe('ana.garcia')
    expect(first('Mary Jane Watson', ...dotted)).toBe('mary.watson')
  })

  test('a nickname in quotes is as likely as the name itself', () => {
    expect(
      guess('William "Bill" Stone', ...dotted)
        .locals.slice(0, 2)
        .toSorted(),
    ).toEqual(['bill.stone', 'william.stone'])
  })

  test('a name without letters gives nothing, with the reason', () => {
    for (const name of ['', '   ', '…', '123 !!'.replace(/\d/g, '')]) {
      expect(guess(name, ...dotted)).toMatchObject({ pattern: false, reason: 'name', candidates: [] })
    }
  })
})

describe('no pattern is said where there is none', () => {
  test('role mailboxes teach nothing and are no evidence against a pattern', () => {
    expect(guess('Dora Klein', ...dotted, ['Eve Hall', 'info'], ['Fay Bell', 'press'])).toMatchObject({
      pattern: true,
    })
    const roles: [string, string][] = [
      ['Ann Lee', 'info'],
      ['Bob Stone', 'sales'],
      ['Cid Moss', 'office'],
    ]
    expect(guess('Dora Klein', ...roles)).toMatchObject({ pattern: false, reason: 'roles' })
  })

  test('numbered mailboxes', () => {
    const districts: [string, string][] = [
      ['Ann Lee', 'district1'],
      ['Bob Stone', 'district2'],
      ['Cid Moss', 'district14'],
    ]
    expect(guess('Dora Klein', ...districts)).toMatchObject({ pattern: false, reason: 'numbered' })
  })

  test('addresses that do not follow from the names', () => {
    const free: [string, string][] = [
      ['Ann Lee', 'sunny'],
      ['Bob Stone', 'rider'],
      ['Cid Moss', 'bluebird'],
    ]
    expect(guess('Dora Klein', ...free)).toMatchObject({ pattern: false, reason: 'irregular' })
  })

  test('without colleagues the general shares speak, and not loudly', () => {
    const { candidates } = guess('Dora Klein')
    expect(candidates[0]?.email).toBe('dora.klein@acme.example')
    expect(candidates[0]?.probability).toBeLessThan(0.5)
  })
})

describe('probability', () => {
  const agreeing = (count: number): [string, string][] =>
    ['Ann Lee', 'Bob Stone', 'Cid Moss', 'Eve Hall', 'Fay Bell', 'Gus Ford']
      .slice(0, count)
      .map((name) => [name, name.toLowerCase().replace(' ', '.')])

  test('grows with every colleague that agrees, and falls with one that does not', () => {
    const probabilityOf = (count: number) =>
      guess('Dora Klein', ...agreeing(count)).candidates[0]?.probability ?? 0
    const grown = [0, 1, 2, 3, 6].map(probabilityOf)
    expect(grown).toEqual(grown.toSorted((a, b) => a - b))
    expect(probabilityOf(6)).toBeGreaterThan(0.8)
    const doubted = guess('Dora Klein', ...agreeing(5), ['Hal Reed', 'hreed']).candidates[0]?.probability ?? 0
    expect(doubted).toBeLessThan(probabilityOf(6))
  })

  test('an address that somebody has is nobody else’s', () => {
    const { locals } = guess('Dan Klein', ...agreeing(4), ['Dan Klein', 'dan.klein'])
    expect(locals).not.toContain('dan.klein')
    expect(locals.length).toBeGreaterThan(0)
  })

  test('for any names: addresses that can be one, in order, not more than certain in sum', () => {
    const text = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }))
    fc.assert(
      fc.property(
        text,
        fc.array(fc.tuple(text, fc.string({ maxLength: 40 })), { maxLength: 6 }),
        (name, pairs) => {
          const colleagues = pairs.map(([who, local]) => ({ name: who, email: `${local}@${domain}` }))
          const { candidates } = guessAddresses(name, learnPatterns(domain, colleagues))
          const odds = candidates.map(({ probability }) => probability)
          expect(odds).toEqual(odds.toSorted((a, b) => b - a))
          expect(odds.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1.000001)
          for (const { email } of candidates)
            expect(email).toMatch(/^[a-z0-9]+(?:[._-][a-z0-9]+)*@acme\.example$/)
        },
      ),
      { numRuns: 200 },
    )
  })
})
