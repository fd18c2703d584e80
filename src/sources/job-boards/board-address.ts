/** Systems whose boards can be read without a key. */
export const boardSystems = [
  'greenhouse',
  'lever',
  'ashby',
  'smartrecruiters',
  'recruitee',
  'workable',
  'personio',
  'teamtailor',
] as const
export type BoardSystem = (typeof boardSystems)[number]

/** A board of a system: what its interface is asked by. */
export interface BoardAddress {
  system: BoardSystem
  /** What the system calls the board. */
  board: string
  /** Where the system has the board: `eu`, a top-level domain. Empty where it has one place alone. */
  region: string
}

/** The letters that names of boards have in all of the systems. Nothing else goes into an address. */
const boardName = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,98}[\p{L}\p{N}])?$/u

/** Paths of the systems that are not names of boards. */
const noBoards = new Set(
  'www api app apply apps blog careers developers docs embed go help info j jobs login resources signin signup static status support users v0 v1'.split(
    ' ',
  ),
)

type Reading = (url: URL, path: readonly string[], host: RegExpExecArray) => string | null | undefined

/** Each host of the systems, and the part of an address that is the board. */
const hosts: readonly { system: BoardSystem; host: RegExp; read: Reading }[] = [
  {
    system: 'greenhouse',
    host: /^(?:job-)?boards(?:\.eu)?\.greenhouse\.io$/,
    read: ({ searchParams }, [first]) => (first === 'embed' ? searchParams.get('for') : first),
  },
  {
    system: 'greenhouse',
    host: /^boards-api(?:\.eu)?\.greenhouse\.io$/,
    read: (_url, [, word, board]) => (word === 'boards' ? board : undefined),
  },
  { system: 'lever', host: /^jobs(?:\.(eu))?\.lever\.co$/, read: (_url, [first]) => first },
  {
    system: 'lever',
    host: /^api(?:\.(eu))?\.lever\.co$/,
    read: (_url, [, word, board]) => (word === 'postings' ? board : undefined),
  },
  { system: 'ashby', host: /^jobs\.ashbyhq\.com$/, read: (_url, [first]) => first },
  {
    system: 'ashby',
    host: /^api\.ashbyhq\.com$/,
    read: (_url, [, word, board]) => (word === 'job-board' ? board : undefined),
  },
  {
    system: 'smartrecruiters',
    host: /^(?:careers|jobs)\.smartrecruiters\.com$/,
    read: (_url, [first]) => first,
  },
  {
    system: 'smartrecruiters',
    host: /^api\.smartrecruiters\.com$/,
    read: (_url, [, word, board]) => (word === 'companies' ? board : undefined),
  },
  { system: 'workable', host: /^apply\.workable\.com$/, read: (_url, [first]) => first },
  { system: 'workable', host: /^([a-z0-9-]+)\.workable\.com$/, read: (_url, _path, [, name]) => name },
  { system: 'recruitee', host: /^([a-z0-9-]+)\.recruitee\.com$/, read: (_url, _path, [, name]) => name },
  {
    system: 'personio',
    host: /^([a-z0-9-]+)\.jobs\.personio\.(de|com)$/,
    read: (_url, _path, [, name]) => name,
  },
  {
    system: 'teamtailor',
    host: /^([a-z0-9-]+)(?:\.([a-z]{2}))?\.teamtailor\.com$/,
    read: (_url, _path, [, name]) => name,
  },
]

/** The board that an address is of or leads into; undefined for any other address. */
export function readBoard(text: string): BoardAddress | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const path = url.pathname.split('/').filter(Boolean)
  for (const { system, host, read } of hosts) {
    const match = host.exec(url.hostname)
    if (match === null) continue
    const board = decodePart(read(url, path, match) ?? '')
    if (!boardName.test(board) || noBoards.has(board.toLowerCase())) continue
    return { system, board, region: readRegion(system, match) }
  }
  return undefined
}

/** `jobs.eu.lever.co`, `acme.jobs.personio.de`, `acme.na.teamtailor.com`: which of the places of the system. */
function readRegion(system: BoardSystem, match: RegExpExecArray): string {
  if (system === 'lever') return match[1] ?? ''
  return system === 'personio' || system === 'teamtailor' ? (match[2] ?? '') : ''
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** The one address of a board, whichever of its pages was named. */
export function boardUrl({ system, board, region }: BoardAddress): string {
  const name = encodeURIComponent(board)
  const place = region === '' ? '' : `${region}.`
  const urls: Record<BoardSystem, string> = {
    greenhouse: `https://job-boards.greenhouse.io/${name}`,
    lever: `https://jobs.${place}lever.co/${name}`,
    ashby: `https://jobs.ashbyhq.com/${name}`,
    smartrecruiters: `https://careers.smartrecruiters.com/${name}`,
    recruitee: `https://${name}.recruitee.com/`,
    workable: `https://apply.workable.com/${name}/`,
    personio: `https://${name}.jobs.personio.${region || 'de'}/`,
    teamtailor: `https://${name}.${place}teamtailor.com/jobs`,
  }
  return urls[system]
}

/** What a system calls the board of an address; undefined for any other address. */
export const boardNameOf = (url: string): string | undefined => readBoard(url)?.board
