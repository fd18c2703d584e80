import { expect, it } from 'vitest'
import { capitalized } from './capitalize.ts'

it.each([
  ["ada o'neil-king", "Ada O'Neil-King"],
  ['vp of sales', 'VP of Sales'],
  ['ceo & co-founder', 'CEO & Co-Founder'],
  ['saint-denis, île-de-france, france', 'Saint-Denis, Île-de-France, France'],
  ['senior ux/ui designer', 'Senior UX/UI Designer'],
  ['it-manager, emea/apac', 'IT-Manager, EMEA/APAC'],
  ['acme gmbh', 'Acme GmbH'],
  ['acme gmbh & co. kg', 'Acme GmbH & Co. KG'],
  ['rossi s.p.a.', 'Rossi S.p.A.'],
  ['(acme ag)', '(Acme AG)'],
  ['novo nordisk a/s', 'Novo Nordisk A/S'],
  ['châlons-en-champagne', 'Châlons-en-Champagne'],
  ['and/or', 'And/or'],
  ['constructor', 'Constructor'],
  ['ludwig van beethoven', 'Ludwig van Beethoven'],
  ['head of r&d', 'Head of R&D'],
  ['the devops company, llc', 'The DevOps Company, LLC'],
  ['McDonald of old', 'McDonald of old'],
  ['東京', '東京'],
  ['', ''],
])('%s -> %s', (given, wanted) => expect(capitalized(given)).toBe(wanted))
