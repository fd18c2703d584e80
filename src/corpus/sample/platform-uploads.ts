import type { NativeReply, NativeUpload } from '../records/index.ts'
import { dayNumber, toDayNumber, toInstant } from './dates.ts'
import { makeAccounts, ownerMembers, personAccount, type SampleAccount } from './platform-accounts.ts'
import { Random } from './random.ts'
import { sampleSource } from '../records/index.ts'
import { reservedId } from './reserved-names.ts'
import { capitalized, stem } from './stems.ts'
import { industryAt } from './trades.ts'
import { findCompany, countPeople, type World } from './world.ts'

const uploadStream = 13
const replyStream = 14
const songSalt = 5
const random = new Random()

const maxUploadsOfAccount = 4
const maxUploadsOfCompany = 2 * maxUploadsOfAccount + 1
const maxReplies = 3
/** One company in this many has a person who makes music. */
const perSong = 20

/** Ids that are reserved for uploads of all companies before this one and of their people. */
export const uploadsBefore = (world: World, company: number): number =>
  company * maxUploadsOfCompany + (world.firstPerson[company] as number) * maxUploadsOfAccount

/** The same for comments on them. */
export const repliesBefore = (world: World, company: number): number =>
  uploadsBefore(world, company) * maxReplies

/** Uploads of a company and its people. */
export function* generateUploads(world: World, company: number): Generator<NativeUpload> {
  if (hasSong(world, company)) yield song(world, company)
  for (const account of makeAccounts(world, company)) {
    const { id } = account
    const count = 1 + (makeKey(id) % maxUploadsOfAccount)
    for (let place = 0; place < count; place++) {
      random.start(world.seed, uploadStream, makeKey(id) * maxUploadsOfAccount + place)
      yield makeUpload(world, account, place)
    }
  }
}

const openers = [
  'A morning with',
  'How we think about',
  'Behind the scenes of',
  'Three minutes on',
  'What nobody tells you about',
]
const questions = ['How do you start with', 'Is it worth learning', 'Who has experience with', 'Tools for']

function makeUpload(world: World, account: SampleAccount, place: number): NativeUpload {
  const { platform, company, handle, id } = account
  const trade = industryAt(world.industry[company] as number)
  const topic = random.pick(trade.keywords)
  const reach = Math.min(2_000_000, Math.floor(20 / (1 - random.unit()) ** 1.1))
  const today = toDayNumber(world.asOf)
  const age = today - dayNumber(world.founded[company] as number)
  const shared = {
    platform,
    upload_id: `${id}-${place}`,
    author_handle: handle,
    author_account_id: id,
    author_image_url: `https://img.${platform}.example/${id}.jpg`,
    ...ownerMembers(world, account),
    like_count: Math.floor(reach * 0.2),
    comment_count: Math.min(maxReplies, Math.floor(reach / 25)),
    share_count: Math.floor(reach * 0.02),
    published_at: toInstant(today - 1 - random.below(Math.min(300, age - 1)), random.below(86_400)),
    language_code: 'en',
    source: sampleSource,
    observed_at: world.asOf,
    confidence: 1,
  }
  if (platform === 'forum') return { ...shared, ...threadMembers(shared.upload_id, trade.name, topic) }
  const caption = `${random.pick(openers)} ${topic} #${makeTag(topic)} #${makeTag(trade.name)}`
  const picture = `https://img.${platform}.example/${shared.upload_id}.jpg`
  const moving = { ...shared, text: caption, thumbnail_url: picture, view_count: reach * 5 }
  if (platform === 'photo') return { ...moving, ...pictureMembers(shared.upload_id, place) }
  return { ...moving, ...videoMembers(world, { id: shared.upload_id, handle, topic }) }
}

const makeTag = (words: string) => words.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

function threadMembers(id: string, trade: string, topic: string) {
  const forum = makeTag(trade)
  return {
    type: 'thread' as const,
    forum,
    title: `${random.pick(questions)} ${topic}?`,
    text: `I work in ${trade} and would like to hear how others handle ${topic}.`,
    permalink: `https://forum.example/r/${forum}/comments/${id}`,
  }
}

function pictureMembers(id: string, place: number) {
  const shortcode = id.replaceAll('-', '')
  const isReel = place % 3 === 1
  const duration = 8 + random.below(60)
  return {
    type: isReel ? ('reel' as const) : ('post' as const),
    shortcode,
    permalink: `https://photo.example/p/${shortcode}`,
    is_video: isReel,
    ...(isReel
      ? { duration_seconds: duration, video_url: `https://media.photo.example/${id}.mp4` }
      : { view_count: null }),
  }
}

function videoMembers(world: World, { id, handle, topic }: { id: string; handle: string; topic: string }) {
  const texts = [
    `Today we talk about ${topic}.`,
    `Most people get ${topic} wrong in the same place.`,
    'Tell me in the comments how you do it.',
  ]
  const from = perSong * random.below(Math.ceil(world.companies / perSong))
  const segments = texts.map((text, index) => ({ text, start_seconds: index * 4, duration_seconds: 4 }))
  return {
    type: 'video' as const,
    duration_seconds: 12 + random.below(80),
    permalink: `https://video.example/@${handle}/video/${id}`,
    video_url: `https://media.video.example/${id}.mp4`,
    song_id: hasSong(world, from) ? songId(from) : null,
    transcript: { language: 'en', segments },
  }
}

const songId = (company: number) => reservedId(`song-c${company}`)
const hasSong = (world: World, company: number) => company % perSong === 0 && countPeople(world, company) > 0

/** A song by the first person of a company. */
function song(world: World, company: number): NativeUpload {
  random.start(world.seed, uploadStream, -1 - company)
  const person = world.firstPerson[company] as number
  const author = personAccount(world, { company, person }, 'video')
  const title = `${capitalized(stem(world.seed, songSalt, company))} ${random.pick(['Nights', 'Again', 'Loop', 'Drive'])}`
  return {
    platform: 'video',
    upload_id: songId(company),
    type: 'song',
    author_handle: author.handle,
    author_account_id: author.id,
    ...ownerMembers(world, author),
    title,
    duration_seconds: 15 + random.below(165),
    thumbnail_url: `https://img.video.example/${songId(company)}.jpg`,
    use_count: Math.floor(30 / (1 - random.unit()) ** 1.2),
    published_at: toInstant(toDayNumber(world.asOf) - 310 - random.below(300), 0),
    source: sampleSource,
    observed_at: world.asOf,
    confidence: 1,
  }
}

const remarks = [
  'Love this.',
  'Where can I read more?',
  'We do it the other way round.',
  'Saved for the next time.',
  'Thank you, this helped.',
]

/** Comments on uploads of a company and its people. Every third one answers the first. */
export function* generateReplies(world: World, company: number): Generator<NativeReply> {
  if (world.people === 0) return
  for (const on of generateUploads(world, company)) {
    const count = on.comment_count ?? 0
    const ids: string[] = []
    for (let place = 0; place < count; place++) {
      random.start(world.seed, replyStream, makeKey(on.upload_id) * maxReplies + place)
      const person = random.below(world.people)
      const author = personAccount(world, { company: findCompany(world, person), person }, on.platform)
      ids.push(`${on.upload_id}-k${place}`)
      yield {
        platform: on.platform,
        reply_id: ids[place] as string,
        upload_id: on.upload_id,
        parent_id: place === 2 ? (ids[0] as string) : null,
        author_handle: author.handle,
        author_account_id: author.id,
        ...ownerMembers(world, author),
        text: random.pick(remarks),
        like_count: random.below(40),
        reply_count: place === 0 && count > 2 ? 1 : 0,
        published_at: later(world, on.published_at as string, place),
        language_code: 'en',
        source: sampleSource,
        observed_at: world.asOf,
        confidence: 1,
      }
    }
  }
}

/** Some days later, but before the day of the sample. */
function later(world: World, moment: string, place: number): string {
  const start = Date.parse(moment)
  const room = Math.max(0, Math.min(3 * 86_400_000, Date.parse(world.asOf) - start))
  return new Date(start + Math.floor(((place + random.unit()) / maxReplies) * room)).toISOString()
}

/** 28 bits of an id, since numbers distinguish the sequences. */
function makeKey(id: string): number {
  let key = 17
  for (let offset = 0; offset < id.length; offset++) key = (Math.imul(key, 31) + id.charCodeAt(offset)) | 0
  return key & 0xf_ff_ff_ff
}
