import { z } from "zod";

/** A place in S3-compatible object storage. */
export interface BucketPlace {
  bucket: string;
  /** The start of every key: empty, or ends with a slash. */
  prefix: string;
  /** The address that keys are added to, without a slash at its end. */
  url: string;
  region: string;
}

/** What any endpoint but Amazon's takes, unless it says otherwise. */
const DEFAULT_REGION = "us-east-1";
const EXAMPLE = "s3://bucket/prefix?endpoint=https://s3.example.com&region=us-east-1";

/** `UPLOADS_URL`: `s3://bucket/prefix?endpoint=https://…&region=…`; without an endpoint the bucket is Amazon's. */
export const uploadsUrlSchema = z.string().transform((value, context): BucketPlace => {
  const place = readPlace(value);
  if (typeof place !== "string") return place;
  context.addIssue({ code: "custom", message: place });
  return z.NEVER;
});

/** `s3://bucket/prefix`, for people. */
export function describeBucket({ bucket, prefix }: BucketPlace): string {
  return `s3://${bucket}/${prefix}`.replace(/\/$/, "");
}

/** The place, or what is wrong with the address. */
function readPlace(value: string): BucketPlace | string {
  if (!URL.canParse(value)) return `must be an address such as ${EXAMPLE}`;
  const { protocol, hostname: bucket, pathname, searchParams, username, password } = new URL(value);
  if (protocol !== "s3:") return `must be an address such as ${EXAMPLE}`;
  if (username || password)
    return "must not have keys in it; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return "must name a bucket of lower-case letters";
  if (!/^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/.test(pathname))
    return "must have a prefix of letters, digits, dots, hyphens and slashes";
  const unknown = [...searchParams.keys()].find((name) => name !== "endpoint" && name !== "region");
  if (unknown !== undefined) return `must not have ${unknown}; it takes endpoint and region`;
  const endpoint = searchParams.get("endpoint");
  const region = searchParams.get("region") ?? (endpoint === null ? "" : DEFAULT_REGION);
  if (!/^[a-z0-9-]+$/i.test(region)) return "must name a region, such as ?region=us-east-1";
  if (endpoint !== null && !isEndpoint(endpoint))
    return "must have an endpoint such as https://s3.example.com, without a query";
  const prefix = pathname.replaceAll(/^\/|\/$/g, "");
  return {
    bucket,
    prefix: prefix && `${prefix}/`,
    // The path of a self-hosted endpoint names the bucket, because its host name seldom does.
    url: endpoint === null ? amazonUrl(bucket, region) : `${endpoint.replace(/\/$/, "")}/${bucket}`,
    region,
  };
}

/** A certificate covers no dots in front of Amazon's name, so such a bucket goes into the path. */
function amazonUrl(bucket: string, region: string): string {
  const host = `s3.${region}.amazonaws.com`;
  return bucket.includes(".") ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

function isEndpoint(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && !search && !hash && !username && !password;
}
