import type { NativeCompany, NativePerson } from '../../src/corpus/records/index.ts'

/** A firm of the world that the lists are about. */
export interface Firm {
  id: string
  name: string
  domain: string
  city: string
}

/** Somebody who works there. */
export interface Worker {
  slug: string
  first: string
  last: string
  email: string
  phone: string
  title: string
  firm: Firm
}

const heads =
  'Halden Orvik Brenta Castor Dunmore Elvira Fenwick Garnet Hollis Ixworth Jarrow Kelso Lomond Marden Norwell Oakham Pelham Quorn Rydal Selby Tarland Ullswater Verano Wexley Yarrow Zellwood Ashdown Belford Corvane Drayton'.split(
    ' ',
  )
const trades = [
  ['Logistics', 'logistics'],
  ['Robotics', 'robotics'],
  ['Foods', 'foods'],
  ['Software', 'software'],
] as const
const cities = ['Lyon', 'Hamburg', 'Leeds', 'Austin', 'Porto', 'Utrecht']
const firsts =
  'Anneke Bruno Carla Dmitri Elif Farouk Greta Hiroshi Ingrid Jamal Katja Lorenzo Maren Nikhil Olena Pietro Quentin Rosalind Soren Tamsin Ulrike Viktor Wanda Xenia Yusuf Zofia Adebayo Birgit Caspian Delphine'.split(
    ' ',
  )
const lasts =
  'Ackermann Bianchi Castellano Dubrovsky Eriksen Fonseca Grabowski Hashimoto Ibekwe Janssen Kowalczyk Lindgren Moretti Nakagawa Oyelaran Pettersson Quiroga Rasmussen Szymanski Thorvald Umarov Vasquez Wentworth Xanthakis Yamanaka Zimmerli Abernathy Blomqvist Carvalho Drummond'.split(
    ' ',
  )

export const firms: readonly Firm[] = heads.flatMap((head, index) =>
  trades.map(([word, ending], trade) => ({
    id: String(520_000 + index * trades.length + trade),
    name: `${head} ${word}`,
    domain: `${head.toLowerCase()}${ending}.com`,
    city: cities[(index + trade) % cities.length] as string,
  })),
)

const titles = ['Sales Director', 'Software Engineer', 'Head of Finance', 'Plant Manager']

/** Two people a firm; no two have one name. */
export const workers: readonly Worker[] = firms.flatMap((firm, index) =>
  [0, 1].map((place): Worker => {
    const number = index * 2 + place
    const first = firsts[number % firsts.length] as string
    const last = lasts[(number + Math.floor(number / firsts.length) * 7) % lasts.length] as string
    return {
      slug: `${first}-${last}-${number}`.toLowerCase(),
      first,
      last,
      email: `${first}.${last}@${firm.domain}`.toLowerCase(),
      phone: `+4420794${String(60_000 + number).slice(0, 5)}`,
      title: titles[number % titles.length] as string,
      firm,
    }
  }),
)

export const nativeFirms: NativeCompany[] = firms.map(({ id, name, domain, city }) => ({
  li_org_id: id,
  preferred_name: name,
  domains: [domain],
  location_consensus: { city },
}))

export const nativeWorkers: NativePerson[] = workers.map((worker) => ({
  primary_slug: worker.slug,
  name: `${worker.first} ${worker.last}`,
  first_name: worker.first,
  last_name: worker.last,
  emails: [{ email: worker.email, type: 'work' }],
  experiences: [
    {
      pnet_company_id: worker.firm.id,
      company_name: worker.firm.name,
      title: worker.title,
      is_current: true,
      start_date: '2021-03-01',
    },
  ],
}))
