import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizePhone } from '../../lib/phone.ts'
import { repairList } from './repair-list.ts'
import { runs } from '../../../test/support/long.ts'

/** Values a type. Each is made of a known truth; whatever repair makes of it, it is that or as it was. */
const many = runs(200, 1_000)
const options = {
  directives: { keepDuplicates: true },
  network: { hosts: ['pnet.example'] },
  nowMs: Date.UTC(2026, 5, 1),
}

interface Case {
  text: string
  /** All a healed cell may be. */
  truth: string[]
  /** Cells beside it. */
  beside?: string[]
}

async function judged(header: string[], cases: readonly Case[]) {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  const lines = cases.map(({ text, beside = [] }, index) =>
    [`row ${index}`, text, ...beside].map(quoted).join(','),
  )
  const { rows } = await repairList(Buffer.from([`id,${header.join(',')}`, ...lines].join('\n')), options)
  expect(rows).toHaveLength(cases.length)
  const cells = rows.map(({ cells, problems }, index) => ({
    ...(cases[index] as Case),
    now: cells[1] ?? '',
    problem: problems[1],
  }))
  return {
    corrupted: cells.filter(({ text, truth, now }) => now !== text && !truth.includes(now)),
    healed: cells.filter(({ truth, now }) => truth.includes(now)).length,
    silent: cells.filter(
      ({ text, truth, now, problem }) => now === text && !truth.includes(now) && problem === undefined,
    ),
  }
}

const seeded = <T>(arbitrary: fc.Arbitrary<T>, seed = 12) => fc.sample(arbitrary, { numRuns: many, seed })

const lengths: Record<string, [string, number[]]> = {
  US: ['1', [10]],
  GB: ['44', [10]],
  DE: ['49', [10, 11]],
  FR: ['33', [9]],
  RU: ['7', [10]],
  IN: ['91', [10]],
  BR: ['55', [10, 11]],
  CN: ['86', [11]],
  SE: ['46', [9]],
}
const trunks: Record<string, string> = {
  GB: '0',
  DE: '0',
  FR: '0',
  RU: '8',
  IN: '0',
  SE: '0',
  US: '',
  BR: '',
  CN: '',
}

const phone = (countries: string[]) =>
  fc
    .constantFrom(...countries)
    .chain((country) => {
      const [code, sizes] = lengths[country] as [string, number[]]
      return fc
        .constantFrom(...sizes)
        .chain((size) =>
          fc
            .tuple(
              fc.stringMatching(new RegExp(`^[1-9][0-9]{${size - 1}}$`)),
              fc.constantFrom('plain', 'groups', 'bare'),
            )
            .map(([digits, form]) => ({ country, code, digits, form })),
        )
    })
    .filter(({ code, digits }) => normalizePhone(`+${code}${digits}`) === `+${code}${digits}`)
    .map(({ country, code, digits, form }) => {
      const own = `${trunks[country] ?? ''}${digits}`
      const grouped =
        country === 'US'
          ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
          : country === 'RU'
            ? `8 (${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6, 8)}-${digits.slice(8)}`
            : `${own.slice(0, 4)} ${own.slice(4)}`
      return {
        country,
        international: `${code}${digits}`,
        text: form === 'plain' ? own : form === 'groups' ? grouped : digits,
        truth: [`+${code}${digits}`],
      }
    })

const states = ['CA', 'TX', 'NY', 'IN', 'DE', 'PA', 'Georgia', 'Washington', 'WA', 'FL', 'MA', 'AL', 'GA']

describe('phones', () => {
  test('of several countries, with nothing that tells them', async () => {
    const { corrupted, silent } = await judged(['phone'], seeded(phone(Object.keys(lengths))))
    expect(corrupted).toEqual([])
    expect(silent).toEqual([])
  })
  test('with their country left off the plus', async () => {
    const cases = seeded(phone(Object.keys(lengths))).map(({ international, truth }) => ({
      text: international,
      truth,
    }))
    expect((await judged(['phone'], cases)).corrupted).toEqual([])
  })
  test('of the United States, by their states', async () => {
    const cases = seeded(phone(['US'])).map((one, index) => ({
      ...one,
      beside: [states[index % states.length] as string],
    }))
    const { corrupted, healed } = await judged(['phone', 'state'], cases)
    expect(corrupted).toEqual([])
    expect(healed).toBe(many)
  })
  test('by the country of the row', async () => {
    const cases = seeded(phone(Object.keys(lengths))).map((one) => ({ ...one, beside: [one.country] }))
    const { corrupted, healed } = await judged(['phone', 'country'], cases)
    expect(corrupted).toEqual([])
    expect(healed).toBeGreaterThan(many * 0.9)
  })
  test('`8 (495) …` beside rows of +7', async () => {
    const cases = seeded(phone(['RU'])).map((one, index) =>
      index % 3 === 0 ? { ...one, text: one.truth[0] as string } : one,
    )
    const { corrupted, healed } = await judged(['phone'], cases)
    expect(corrupted).toEqual([])
    expect(healed).toBeGreaterThan(many * 0.6)
  })
  test('of several countries, half with a plus, in a list of German addresses', async () => {
    const cases = seeded(phone(Object.keys(lengths))).map((one, index) => ({
      ...one,
      text: index % 2 === 0 ? (one.truth[0] as string) : one.text,
      beside: [`a${index}@acme.${index % 3 === 0 ? 'de' : 'com'}`],
    }))
    expect((await judged(['phone', 'email'], cases)).corrupted).toEqual([])
  })
})

describe('dates', () => {
  const day = fc.date({ min: new Date('1930-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
  const form = fc.constantFrom('d/m/y', 'm/d/y', 'y-m-d', 'd.m.y', 'd/m/yy', 'm/d/yy', 'yy-m-d')
  const written = (iso: string, how: string) => {
    const [y = '', m = '', d = ''] = iso.split('-')
    return how.replace('yy', y.slice(2)).replace('y', y).replace('m', m).replace('d', d)
  }
  test.each(['date', 'birth date'])('in every order at once, as a %s', async (header) => {
    const cases = seeded(fc.tuple(day, form)).map(([date, how]) => {
      const iso = date.toISOString().slice(0, 10)
      return { text: written(iso, how), truth: [iso] }
    })
    // A year of two digits in a column called just `date` is read as one of the last ninety years: so are these.
    const fair = cases.filter(
      ({ text, truth: [iso = ''] }) => header !== 'date' || iso > '1937' || /\d{4}/.test(text),
    )
    expect((await judged([header], fair)).corrupted).toEqual([])
  })
  test('in one order are all healed', async () => {
    const cases = seeded(day).map((date) => {
      const iso = date.toISOString().slice(0, 10)
      return { text: written(iso, 'm/d/y'), truth: [iso] }
    })
    expect(await judged(['date'], cases)).toMatchObject({ corrupted: [], healed: many })
  })
  test('times keep their zone', async () => {
    const zone = fc.constantFrom('', 'Z', '+02:00', '-0530', ' UTC', '+14:00')
    const cases = seeded(fc.tuple(day, zone)).map(([date, offset]) => {
      const local = date.toISOString().slice(0, 19)
      const told = offset === ' UTC' ? 'Z' : offset === '-0530' ? '-05:30' : offset
      return { text: local.replace('T', ' ') + offset, truth: [local + told] }
    })
    expect(await judged(['created at'], cases)).toMatchObject({ corrupted: [], healed: many })
  })
})

/** Sound values of a type: none of them is to be another afterwards. */
const sound: Record<
  string,
  { header: string; values: fc.Arbitrary<string>; alike?: (text: string) => string[] }
> = {
  names: {
    header: 'full name',
    values: fc
      .tuple(
        fc.constantFrom('Ada', 'Li', 'Yo Yo', 'Jean-Luc', 'José María', 'Nan', 'Gen', 'Don', "D'Arcy", 'Zoë'),
        fc.constantFrom(
          'Ma',
          'Na',
          'Null',
          'Do',
          'van der Berg',
          "O'Neil",
          'MacDonald',
          'St. John',
          'Müller',
          'Berg VIII',
          'de la Cruz',
          'Berg (Bob)',
          'Berg, Engineer',
        ),
      )
      .map(([a, b]) => `${a} ${b}`),
  },
  surnames: {
    header: 'last name',
    values: fc.constantFrom(
      'Null',
      'Na',
      'None',
      'Do',
      'Ma',
      'Nil',
      'van Dyke',
      'DeVito',
      'Lee',
      "N'Diaye",
      'King',
    ),
  },
  'e-mails': {
    header: 'email',
    values: fc
      .tuple(
        fc.stringMatching(/^[a-z][a-z0-9]{0,8}(?:[.+_-][a-z0-9]{1,6})?$/),
        fc.oneof(
          fc.constantFrom(
            'olive.com',
            'cloud.com',
            'lives.com',
            'al.com',
            'gmx.ch',
            'mail.com',
            'gmail.com',
            'acme.co',
            'live.nl',
            'icloud.com',
            'aol.de',
            'yahoos.org',
          ),
          fc.stringMatching(/^[a-z]{3,8}\.(?:com|net|de|io|org|co\.uk)$/),
        ),
      )
      .map(([a, b]) => `${a}@${b}`),
  },
  domains: {
    header: 'domain',
    values: fc.oneof(
      fc.constantFrom(
        'ww.com',
        'w3.org',
        'wwf.org',
        'blog.acme.com',
        'acme.com globex.com',
        'acme.com, globex.com',
      ),
      fc.stringMatching(/^[a-v][a-z0-9]{1,9}\.(?:com|net|de|io|co\.uk)$/),
    ),
  },
  urls: {
    header: 'url',
    values: fc.stringMatching(
      /^https:\/\/[a-z]{3,9}\.(?:com|de|org)\/[A-Za-z0-9][A-Za-z0-9._~-]{0,11}(?:\?[a-z]=[A-Za-z0-9%]{0,0}[A-Za-z0-9]{1,5}(?:&b=1)?)?(?:#[a-z]{1,4})?$/,
    ),
    alike: (text) => [new URL(text).href],
  },
  countries: {
    header: 'country',
    values: fc.constantFrom(
      'Namibia',
      'NA',
      'Congo',
      'Georgia',
      'Jersey',
      'Niger',
      'Nigeria',
      'Guinea',
      'Dominica',
      'Korea',
      'Jordan',
      'Chad',
      'Atlantis',
    ),
  },
  amounts: {
    header: 'amount',
    values: fc.stringMatching(
      /^(?:-|\(|€ ?|\$)?[0-9]{1,3}(?:[.,' ][0-9]{3}){0,2}(?:[.,][0-9]{1,2})?(?: ?[€%]| EUR|\))?$/,
    ),
    alike: (text) => [text.trim()],
  },
  numbers: { header: 'number', values: fc.stringMatching(/^0{0,3}[0-9]{1,20}$/) },
}

test.each(Object.entries(sound))('sound %s stay what they are', async (_, { header, values, alike }) => {
  const cases = seeded(values).map((text) => ({ text, truth: [text, ...(alike?.(text) ?? [])] }))
  expect((await judged([header], cases)).corrupted).toEqual([])
})
