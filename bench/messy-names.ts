import type { KnownCompany, Random } from './resolution-sets.ts'
import { slip } from './resolution-sets.ts'

/** Words of one half of the rows; the other half is written with words that the rules were not tuned on. */
interface MessyWords {
  notes: readonly string[]
  tags: readonly string[]
  stars: readonly ((name: string) => string)[]
  addressees: readonly ((name: string) => string)[]
  exchanges: readonly string[]
  register: readonly string[]
  leading: readonly string[]
  countries: readonly string[]
  forms: readonly string[]
}

export const tunedWords: MessyWords = {
  notes: [
    'renewal Q3',
    'do not call',
    'churned',
    'DUPLICATE',
    'VIP',
    'see John',
    'old account',
    'prospect 2024',
    'key account',
    'on hold',
    'ask for Mary',
    'lost to competitor',
    'West region',
    'ex customer',
    '2nd meeting',
    'merged?',
    'Germany',
    'HQ',
  ],
  tags: ['VIP', 'churned', 'T1', 'hot', 'DNC', 'EMEA'],
  stars: [
    (name) => `***VIP*** ${name}`,
    (name) => `★ ${name}`,
    (name) => `>> ${name}`,
    (name) => `${name} ***`,
    (name) => `"${name}"`,
    (name) => `12. ${name}`,
    (name) => `- ${name}`,
    (name) => `${name}!!`,
  ],
  addressees: [
    (name) => `${name} c/o John Smith`,
    (name) => `${name}, attn: Jane Doe`,
    (name) => `Attn: Accounts Payable, ${name}`,
    (name) => `${name} - Accounts Payable`,
    (name) => `${name}, IT Department`,
  ],
  exchanges: ['(NYSE: TKR)', '[NASDAQ:TKR]', '(TKR)', 'NYSE:TKR', '(NASDAQ - TKR)', '$TKR'],
  register: ['INC /DE/', 'Corp /New/', 'INC/TX', 'Inc /De/', 'PLC /ADR/', 'CORP \\NEW\\', 'Corp /Nv'],
  leading: ['Firma', 'Fa.', 'Société', 'PT', 'OOO', 'ООО', 'Firmy'],
  countries: [
    'UK Ltd',
    'Deutschland GmbH',
    'India Pvt Ltd',
    'France SAS',
    'Polska Sp. z o.o.',
    '(Canada) Inc.',
    'Japan K.K.',
    'Brasil Ltda',
  ],
  forms: [
    'Sp zoo',
    'sp. z o. o.',
    'Sp.zo.o.',
    'S.A.R.L.',
    'd.o.o.',
    'A.S.',
    'Pty. Limited',
    'Co.,Ltd',
    'GmbH&Co.KG',
  ],
}

export const heldOutWords: MessyWords = {
  notes: [
    'contract ends Dec 2025',
    'no longer a client',
    'do not email',
    'DUPE - merge',
    'call back Tuesday',
    'closed lost',
    'trial',
    'pays late',
    'Northeast',
    'formerly our partner',
    'spoke w/ CFO 3/14',
    'invoice 4411',
    'new logo',
    'Italy',
    'main office',
    'deal size $40k',
    'NDA signed',
    'test',
  ],
  tags: ['gold', 'inactive', 'tier 2', 'APAC', 'blocked', 'P1'],
  stars: [
    (name) => `!!! ${name} !!!`,
    (name) => `⭐⭐ ${name}`,
    (name) => `* ${name}`,
    (name) => `${name} (*)`,
    (name) => `“${name}”`,
    (name) => `#7 ${name}`,
    (name) => `=> ${name}`,
    (name) => `_${name}_`,
  ],
  addressees: [
    (name) => `c/o ${name}`,
    (name) => `FAO Procurement, ${name}`,
    (name) => `${name} - attention Peter Jones`,
    (name) => `${name} / Human Resources`,
    (name) => `${name}, Finance Dept.`,
  ],
  exchanges: ['(Nasdaq: TKR)', '(NYSE:TKR)', '(ticker TKR)', 'NASDAQ TKR', '[TKR]', '(XETRA: TKR)'],
  register: ['INC /MD/', 'Corp /Old/', 'CO/OH', 'Inc /Ca/', 'LTD /ADR/', 'INC \\DE\\', 'Corp /Pa'],
  leading: ['Empresa', 'Firm', 'Sté', 'SC', 'ЗАО', 'ZAO', 'Spółka'],
  countries: [
    'Ireland Limited',
    'Österreich GmbH',
    'Singapore Pte Ltd',
    'Italia S.r.l.',
    'España S.L.',
    '(Australia) Pty Ltd',
    'Mexico S.A. de C.V.',
    'Nederland B.V.',
  ],
  forms: [
    'spółka z o.o.',
    'Sp. zo.o',
    'Sp.z.o.o.',
    'e.U.',
    's. r. o.',
    'A.B.',
    'P.L.C.',
    'S. de R.L.',
    'Kft.',
  ],
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

/** Ways people write a company's name in lists of their own, by kind. */
export function messyVariants(
  { name, key }: KnownCompany,
  words: MessyWords,
  random: Random,
): Record<string, string> {
  const symbol = key.startsWith('sp-')
    ? key.slice(3)
    : name
        .replace(/[^A-Za-z]/g, '')
        .slice(0, 4)
        .toUpperCase()
  const note = pick(random, words.notes)
  const brackets = pick(random, ['()', '[]', '{}', '()'])
  const divider = pick(random, [' - ', ' – ', ' | ', ' / ', ' // '])
  return {
    'note in brackets': `${name} ${brackets[0]}${note}${brackets[1]}`,
    'note behind a dash': `${name}${divider}${note}`,
    'tag before': `[${pick(random, words.tags)}] ${name}`,
    'stars, quotes, numbers': pick(random, words.stars)(name),
    'person or department': pick(random, words.addressees)(name),
    ticker: `${name} ${pick(random, words.exchanges).replace('TKR', symbol)}`,
    'mark of a register': `${name.toUpperCase()} ${pick(random, words.register)}`,
    'legal form before': `${pick(random, words.leading)} ${name}`,
    'branch in a country': `${name} ${pick(random, words.countries)}`,
    'legal forms of the world': `${name} ${pick(random, words.forms)}`,
    'slip and note': name.length > 7 ? `${slip(name, random)} (${note})` : `${name} (${note})`,
    'capitals, spaces': ` ${name.toUpperCase().replace(/ /g, '  ')} `,
  }
}
