import { latinText } from '../../lib/latin-text.ts'

/** Whether a text in brackets or after a dash is a note by its words: what people write beside the names in their lists. */
export function isNote(text: string): boolean {
  const words = latinText(text)
  if (words === '') return true
  return (
    notes.test(` ${words} `) || shortNotes.has(words) || department.test(words) || numbers.test(text.trim())
  )
}

/** Notes that are so only where they stand alone. */
const shortNotes: ReadonlySet<string> = new Set(
  (
    'vip|call|ask|hot|cold|warm|gold|silver|platinum|bronze|new|old|ex|big|top|key|test|demo|trial|pilot|poc|lead|leads|won|lost|hold|nda|hq|ho|main|' +
    'parent|branch|site|div|division|subsidiary|sub|client|customer|partner|vendor|supplier|competitor|reseller|agency|investor|active|' +
    'inactive|blocked|paused|archived|archive|closed|open|pending|signed|priority|urgent|important|unknown|other|misc|na|none|tbd|tbc|' +
    'todo|fyi|asap|ok|yes|no|internal|external|private|public|copy|original|verified|unverified|north|south|east|west|central|northeast|' +
    'northwest|southeast|southwest|midwest|nordics|emea|apac|latam|amer|amers|dach|mena|anz|benelux|us|uk|eu|global|local|regional|remote|' +
    'hr|it|ap|ar|finance|sales|marketing|legal|procurement|purchasing|engineering|billing|payroll|admin|operations|support|logistics|' +
    'warehouse|reception|accounting|accounts|sub account|nfp|smb|smbs|enterprise|midmarket|mid market|strategic|named|target|targets|tam|icp'
  ).split('|'),
)

const parties =
  'clients?|customers?|accounts?|partners?|vendors?|suppliers?|prospects?|leads?|contacts?|members?|users?|logos?|deals?|opportunit(?:y|ies)'
const states =
  'ex|former|formerly|old|new|past|existing|key|major|target|dead|active|inactive|current|lapsed|potential|our|big|top|lost|won|hot|cold|no longer|no longer a|not a|longtime|strategic|named|main|second|sub|test|demo|trial|vip|paying|free|paid|closed'
const departments =
  'accounts? (?:payable|receivable)|human resources|finance|procurement|purchasing|legal|marketing|sales|engineering|billing|payroll|it|hr|customer (?:service|success|support|care)|personnel|accounting|r and d|research|logistics|operations|quality|production|security|facilities|maintenance|communications|public relations'
const notes = new RegExp(
  `(?<= )(?:${[
    'do not|dont|don t|dnc|dnd|please|pls|ask (?:for|about)|see (?:also )?(?:[a-z]+)|called|calls? (?:back|again|in|on|me|them|him|her|tomorrow|later|first)|callback|e?mailed|emailing|voicemail|left (?:a )?(?:message|vm|voicemail)',
    'spoke|talk(?:ed)? to|met (?:at|with|in)|meeting|meetings|follow up|followup|followed up|reach out|reached out|contacted|introduced|intro by|referred|referral|via',
    'churn(?:ed|ing)?|renew(?:al|als|ed|s|ing)?|expire[sd]?|expiring|cancel(?:l?ed|s)?|cancell?ation|upsell|cross sell|downgraded?|upgraded?',
    'dupe|dupes|dup|duplicates?|duplicated|merged?|merge with|to merge|to be deleted|delete|deleted|ignore|archived?|wrong|incorrect|bounced|invalid|outdated|obsolete|verify|check|unclear',
    'vip|on hold|closed (?:won|lost)|lost to|won in|in progress|in negotiation|negotiating|proposal|quote[ds]?|invoice[sd]?|unpaid|overdue|past due|in collections?|prepaid|do not ship|pays? (?:late|on time)|net \\d+|credit (?:stop|hold|limit)|po \\d+|purchase order|order \\d+',
    'contract|contracts|msa|sow|nda|gdpr|opted? out|unsubscribed?|no (?:reply|response|answer|interest|budget)|not interested|interested|bad debt|bankrupt|insolven[ct]y?|in liquidation|out of business|closed down|defunct|dissolved',
    `(?:${states}) (?:${parties})`,
    `(?:${parties}) (?:since|until|till|from|of|no|number|nr|id|owner|manager|\\d+)`,
    '(?:q[1-4]|h[12]|fy|cw|kw|wk|week)(?: ?\\d{2,4})?|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)? \\d{2,4}|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|next (?:week|month|year|quarter)|(?:19|20)\\d\\d',
    '(?:tier|segment|level|phase|wave|priority|prio|batch|list|cohort|group|class|cluster|grade|rank|category|cat|stage|seg) ?(?:\\d|[a-d])|[tp]\\d|\\d(?:st|nd|rd|th) (?:meeting|call|attempt|contact|try|visit|email)',
    '(?:north|south|east|west|central|northeast|northwest|southeast|southwest|midwest|eastern|western|northern|southern) ?(?:region|territory|area|coast|zone)?(?= $)|region|territory|headquarters?|head office|main office|regional office|home office|branch office|main site|main campus|head quarters',
    `(?:${departments}) (?:department|dept|division|team|unit|office)|(?:department|dept|attn|attention|abteilung|abt|team|office) (?:of )?(?:[a-z]+)`,
    '(?:account|customer|client|vendor|supplier|crm|record|ticket|case|ref|reference|id|nr|no|kd nr|kundennr)(?: id| no| nr| number)? ?\\d+',
    '(?:am|ae|sdr|bdr|csm|owner|rep|contact|poc|attn|assigned to|managed by|account manager|account owner) [a-z]+',
    'deal size|deal|arr|mrr|acv|budget|pipeline|forecast|opportunity|pricing|discount|trial|pilot|demo|demoed|poc|onboarding|implementation|live since|go live|legacy|migrated|moved to|moved from|relocated|acquired by|bought by|part of|now part of|subsidiary of|division of|owned by|parent of|spin ?off|spun off|belongs to|linked to|same as|not the|not to be confused',
    'prospect|suspect|champion|competitor|blacklist(?:ed)?|whitelist(?:ed)?|blocked|do not contact|no contact|unresponsive|ghosted|nurture|nurturing|qualified|disqualified|mql|sql|sal|inbound|outbound',
    'stealth mode|tbd|tbc|wip|nfa|priority|urgent|important|confidential|internal|sandbox|qa|staging|placeholder|sample account|dummy',
    'gesperrt|kunde|kunden|interessent|lieferant|neukunde|altkunde|doppelt|dublette|gek[u]?ndigt|nicht anrufen|ne pas appeler|doublon|ancien client|no llamar|cliente|duplicado|non chiamare|nie dzwonic|klient',
  ].join('|')})(?= )`,
)

/** Numbers, dates and sums: `#4411`, `3/14`, `$40k`, `2024-05-01`, `+1 415 555 0100`. */
const numbers = /^[#$€£¥+]?\s?[\d][\d\s.,/:%()-]*(?:k|m|bn|mm|usd|eur|gbp|%|\+)?$/iu

const department = new RegExp(`^(?:${departments})$`)
