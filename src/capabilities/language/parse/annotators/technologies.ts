import { technology } from '../../../../corpus/records/index.ts'
import type { Annotator, Mention } from '../mention.ts'
import { buildPhrases } from '../phrases.ts'
import { toPhraseKey, type Word } from '../words.ts'
import { hasCueBefore } from './cues.ts'

/** Other names of technologies. */
const otherNames: Record<string, string> = {
  Kubernetes: 'k8s, kube',
  PostgreSQL: 'postgres, postgre, psql',
  JavaScript: 'js, java script',
  TypeScript: 'ts',
  Go: 'golang, go lang',
  'Node.js': 'node, nodejs, node js',
  React: 'react js, reactjs, react native',
  'Vue.js': 'vue, vuejs, vue js',
  'Next.js': 'nextjs, next js',
  Angular: 'angularjs, angular js',
  AWS: 'amazon web services',
  'Google Cloud': 'gcp, google cloud platform',
  Azure: 'microsoft azure',
  Salesforce: 'sfdc, salesforce crm',
  HubSpot: 'hub spot, hubspot crm',
  MongoDB: 'mongo',
  'Power BI': 'powerbi',
  'Google Analytics': 'ga4',
  Ruby: 'ruby on rails, rails, ror',
  'Spring Boot': 'spring',
  'Scikit-learn': 'sklearn',
  'Apache Spark': 'spark, pyspark',
  'Microsoft Teams': 'ms teams',
  'Weights & Biases': 'wandb, weights and biases',
  'Tailwind CSS': 'tailwind',
  Elasticsearch: 'elastic search',
  'Azure DevOps': 'azure dev ops',
  WordPress: 'word press',
  'C#': 'c sharp, csharp',
  'C++': 'cpp',
}
/** Names that are words as well: only after `uses`, or written as names. */
const words = new Set(
  'go, rust, swift, express, segment, notion, slack, cursor, windsurf, render, railway, helm, amplitude, looker, react, ruby, scala, flask, prisma, cypress, puppeteer, sentry, confluence, apache, stripe, spring, spark, node, vue, angular, gusto, rippling, intercom, keras, ts, js, elixir, bootstrap, snowflake, cassandra, kafka, mongo, apache spark, elk stack'
    .split(', ')
    .map(toPhraseKey),
)
/** Of these the plain word is common in questions. */
const common = new Set(
  'go, express, segment, render, spring, spark, react, node, amplitude, notion, slack, helm, swift, cursor, ts, js, confluence, bootstrap, apache, intercom'.split(
    ', ',
  ),
)

const comparing = new Set([
  'like',
  'to',
  'than',
  'versus',
  'vs',
  'of',
  'alternative',
  'alternatives',
  'competitor',
  'competitors',
])

const table = buildPhrases(
  technology.options.flatMap((name): [string, string][] => [
    [name, name],
    ...(otherNames[name]?.split(', ') ?? []).map((other): [string, string] => [other, name]),
  ]),
)

/** Known by everybody and not of the closed list: their names in any letters, after words such as `uses`. */
const otherProducts = buildPhrases(
  'NetSuite, QuickBooks, Xero, SAP, Oracle, Workday, Sage, Odoo, Zoho, Pipedrive, Freshdesk, Freshworks, Mailchimp, Pardot, Eloqua, Outreach, Salesloft, Gong, ZoomInfo, Apollo, Asana, Trello, Monday, ClickUp, Airtable, Figma, Miro, Canva, Zoom, Webex, Okta, Auth0, CrowdStrike, SentinelOne, Zscaler, Palo Alto Networks, Fivetran, Qlik, Alteryx, Informatica, Talend, MuleSoft, UiPath, Greenhouse, Lever, BambooHR, Personio, DATEV, ADP, Deel, Coupa, Avalara, Adyen, PayPal, Braintree, Squarespace, Wix, BigCommerce, Drupal, Joomla, Adobe Experience Manager, SharePoint, Dynamics 365, Optimizely, Braze, Iterable, Hotjar, FullStory, Heap, Posthog, Pendo, LaunchDarkly'
    .split(', ')
    .map((name): [string, string] => [name, name]),
)

/** Technologies of the closed list anywhere, others after words such as `uses`. */
export const annotateTechnologies: Annotator = ({ words: all }) =>
  all.flatMap((_, from): Mention[] => {
    const match = table.at(all, from)
    const isCued =
      hasCueBefore(all, from, ['uses', 'skilled']) ||
      isLacking(all, from) ||
      isListed(all, from) ||
      isUsedBehind(all, from, match?.to)
    if (match !== undefined && !(match.isPlural && !isCued))
      return isMeant(all, match, isCued) ? [readListedTechnology(all, match, isCued)] : []
    return isCued ? readUnlisted(all, from) : []
  })

type TechnologyMatch = NonNullable<ReturnType<typeof table.at>>

const toKey = (all: readonly Word[], { from, to }: TechnologyMatch) =>
  toPhraseKey(
    all
      .slice(from, to)
      .map(({ text }) => text)
      .join(' '),
  )

/** Whether a name of the closed list is meant as one that is used. */
function isMeant(all: readonly Word[], match: TechnologyMatch, isCued: boolean): boolean {
  const { from } = match
  if (isCued) return true
  if (common.has(toKey(all, match)) && !isName(all, from)) return false
  // `like HubSpot`, `competitors of Stripe`: those who make it, and nobody who uses it.
  if (comparing.has(all[from - 1]?.normal ?? '')) return false
  // `account managers at HubSpot`: those who work there.
  return !isEmployer(all, from)
}

const readListedTechnology = (all: readonly Word[], match: TechnologyMatch, isCued: boolean): Mention => ({
  from: match.from,
  to: match.to,
  is: { kind: 'technology', name: match.values[0]!, isListed: true },
  confidence: words.has(toKey(all, match)) && !isCued ? 0.75 : 0.95,
  weight: isCued ? 2 : 0.4,
})

/** A product that everybody knows, or any name, after words such as `uses`. */
function readUnlisted(all: readonly Word[], from: number): Mention[] {
  const product = otherProducts.at(all, from)
  if (product !== undefined)
    return [
      {
        from,
        to: product.to,
        is: { kind: 'technology', name: product.values[0]!, isListed: false },
        confidence: 0.85,
        weight: 2,
        note: notListed,
      },
    ]
  if (from === 0 || !isName(all, from) || all[from]!.isNumber) return []
  return [
    {
      from,
      to: from + 1,
      is: { kind: 'technology', name: all[from]!.text, isListed: false },
      confidence: 0.6,
      weight: -0.5,
      note: notListed,
    },
  ]
}

const notListed = 'is no technology of the closed list; it is looked for by its name.'

/** `ohne SAP`, `without NetSuite`, `on QuickBooks`: a product that everybody knows by its name, and nobody does without a firm. */
const isLacking = (all: readonly Word[], at: number) =>
  (/^(on|without|ohne|sans|sin|sem|senza|zonder|no|kein)$/.test(all[at - 1]?.normal ?? '') ||
    // `w/o SAP`
    (/^(o|out)$/.test(all[at - 1]?.normal ?? '') && all[at - 2]?.normal === 'w')) &&
  isName(all, at) &&
  otherProducts.at(all, at) !== undefined

/** German and Dutch put the verb last: `die SAP nutzen`, `die weder SAP noch Salesforce einsetzen`. */
function isUsedBehind(all: readonly Word[], from: number, to = from + 1): boolean {
  let at = to
  // Further names of a list.
  for (let names = 0; names < 4 && /^(und|oder|noch|en|of)$|^,/.test(readJoinerAt(all, at)); names++) {
    if (all[at]?.gap.includes(',') !== true) at++
    at = (table.at(all, at) ?? otherProducts.at(all, at))?.to ?? at + 1
  }
  return (
    verbBehind.test(all[at]?.normal ?? '') && all.slice(0, from).some(({ normal }) => relative.has(normal))
  )
}

const readJoinerAt = (all: readonly Word[], at: number) =>
  all[at]?.gap.includes(',') === true ? ',' : (all[at]?.normal ?? '')
const verbBehind = /^((be)?nutz|verwend|einsetz|gebruik)(en|et|t)?$/
const relative = new Set('die, der, das, welche, welcher, dat'.split(', '))

/** After `at` and the like, but for `good at Python`. */
const isEmployer = (all: readonly Word[], at: number) =>
  at > 1 &&
  (hasCueBefore(all, at, ['at']) ||
    (all[at - 1]!.normal === 'of' && /^c[a-z]o$/.test(all[at - 2]!.normal))) &&
  !/^(good|great|best|expert|experts|skilled)$/.test(all[at - 2]!.normal) &&
  isName(all, at)

/** Written as a name, and not because a sentence begins. */
const isName = (all: readonly Word[], at: number) => at > 0 && /^\p{Lu}/u.test(all[at]!.text)

const listJoiners = new Set(
  'and, or, nor, und, oder, noch, et, ou, ni, y, o, e, nem, né, ne, en, of, lub, ani'.split(', '),
)

/** Names of a list that one looks back over for the word that governs it. */
const maxListedNames = 20

/** After `uses A, B and`. */
function isListed(all: readonly Word[], at: number, most = maxListedNames): boolean {
  let before = at - 1
  if (listJoiners.has(all[before]?.normal ?? '')) before--
  else if (!/,/.test(all[at]!.gap)) return false
  for (let from = Math.max(0, before - 2); from <= before; from++) {
    const match = table.at(all, from) ?? otherProducts.at(all, from)
    if (match?.to === before + 1)
      return hasCueBefore(all, from, ['uses', 'skilled']) || (most > 0 && isListed(all, from, most - 1))
  }
  return false
}

export const listTechnologyWords = () => [...table.vocabulary(), ...otherProducts.vocabulary()]
