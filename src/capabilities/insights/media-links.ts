import type { CompanyRecord, NewsArticle, Post } from '../../corpus/records/index.ts'
import { firstLine } from './scouting-parts.ts'
import type { ScoutingReport } from './scouting-schema.ts'

type MediaLink = ScoutingReport['mediaLinks'][number]

/** Hosts, including subdomains, with a single type of media. */
const videoHosts = ['youtube.com', 'youtu.be']
const podcastHosts = [
  'podcasts.apple.com',
  'podcasts.google.com',
  'podcasters.spotify.com',
  'anchor.fm',
  'overcast.fm',
  'pocketcasts.com',
  'castbox.fm',
  'castro.fm',
  'podbean.com',
  'buzzsprout.com',
  'simplecast.com',
  'transistor.fm',
  'libsyn.com',
  'captivate.fm',
  'acast.com',
  'megaphone.fm',
  'pod.link',
]
/** Paths of podcasts on hosts that also have music. */
const podcastPaths = [
  /^open\.spotify\.com\/(?:[\w-]+\/)?(?:show|episode)\//,
  /^music\.amazon\.[\w.]+\/podcasts\//,
]

/** Videos and podcasts linked in a company's record, its posts and the news about it; each address once. */
export function listMediaLinks(
  record: CompanyRecord,
  { posts, news }: { posts: readonly Post[]; news: readonly NewsArticle[] },
): MediaLink[] {
  const own = [...(record.websites ?? []), ...(record.blog_urls ?? [])]
  const urls = [
    ...(record.youtube_urls ?? []).map((url) => ({ url, title: 'Channel of the company' })),
    ...own.map((url) => ({ url, title: 'Site of the company' })),
    ...posts.flatMap(({ video_url: url, caption }) =>
      [...(url === null ? [] : [url]), ...linksIn(caption)].map((each) => ({
        url: each,
        title: firstLine(caption),
      })),
    ),
    ...news.flatMap(({ url, title }) => (url === null ? [] : [{ url, title }])),
  ]
  const links = new Map<string, MediaLink>()
  for (const { url, title } of urls) {
    const type = findMediaType(url)
    if (type !== undefined && !links.has(url)) links.set(url, { type, title, url })
  }
  return [...links.values()]
}

const linksIn = (text: string | null): string[] =>
  (text?.match(/https?:\/\/[^\s<>"']+/g) ?? []).map((url) => url.replace(/[).,;:!?\]]+$/, ''))

function findMediaType(url: string): MediaLink['type'] | undefined {
  const address = URL.parse(url)
  if (address === null || !/^https?:$/.test(address.protocol)) return undefined
  const host = address.hostname.replace(/^www\./, '')
  const isOn = (hosts: readonly string[]) => hosts.some((each) => host === each || host.endsWith(`.${each}`))
  if (isOn(videoHosts)) return 'youtube'
  const isPodcast = isOn(podcastHosts) || podcastPaths.some((path) => path.test(host + address.pathname))
  return isPodcast ? 'podcast' : undefined
}
