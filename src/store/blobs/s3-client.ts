import { S3Client } from '@aws-sdk/client-s3'

/** A bucket of S3 or of what speaks its language. */
export interface S3Settings {
  bucket: string
  region: string
  /** Address of the server; unset it is that of the region. */
  endpoint?: string | undefined
  accessKeyId: string
  secretAccessKey: string
  /** The bucket is the first part of the path, not of the host's name: what most servers other than AWS want. */
  pathStyle: boolean
}

export function openS3Client(settings: Omit<S3Settings, 'bucket'>): S3Client {
  const { region, endpoint, accessKeyId, secretAccessKey, pathStyle } = settings
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    // Parts are sent whole, with their SHA-256 in the signature; the newer checksums are refused by older servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  })
}
