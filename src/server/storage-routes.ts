// The routes of the object store: signed uploads stream in, signed downloads stream out. No session: the signature is the right.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { noteDownload } from '#server/entities/backup/backup.ts';
import { DOWNLOAD_PATH, STORE_RETRY_SECONDS, UPLOAD_PATH, isCurrentUpload } from '#server/entities/backup/upload.ts';
import { setContent } from '#server/entities/backup/upload-repository.ts';
import type { JobContext } from '#server/jobs/context.ts';
import { checkFile } from '#server/jobs/store-check.ts';
import { verifyUrl } from '#server/ports/signing.ts';
import { StorageError } from '#server/ports/storage.ts';
import type { Services } from '#server/services.ts';

/** One TiB: more than one backup is, and less than would fill a store unseen. */
export const MAX_UPLOAD_BYTES = 2 ** 40;
const STATUS: Record<string, number> = {
  E_CHECKSUM: 400,
  E_SIZE: 400,
  E_BAD_KEY: 400,
  E_EXISTS: 409,
  E_TOO_LARGE: 413,
  E_DISK_FULL: 507,
  E_UNAVAILABLE: 503,
  E_NOT_FOUND: 404,
  E_ABORTED: 400,
};

export function storageRoutes(server: FastifyInstance, { services, read, write }: JobContext): void {
  const isCurrent = (key: string, params: Record<string, string>) => read((unit) => isCurrentUpload(unit, key, params));
  void server.register((scope, _options, done) => {
    // The body is a stream of any type and any size: it must not be parsed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.put(UPLOAD_PATH, { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request, reply) => {
      const grant = verifyUrl(request.url, 'PUT', services.now(), services.secrets.sign);
      if (!grant.ok) return refuse(reply, 403, 'E_FORBIDDEN', `This upload link is ${grant.reason}.`);
      const length = request.headers['content-length'];
      if (length === undefined)
        return refuse(reply, 411, 'E_LENGTH_REQUIRED', 'An upload needs a Content-Length header.');
      if (Number(length) > MAX_UPLOAD_BYTES)
        return refuse(reply, 413, 'E_TOO_LARGE', `An upload has at most ${MAX_UPLOAD_BYTES} bytes.`);
      const { size, sha256 } = grant.params;
      const ended = () => refuse(reply, 403, 'E_FORBIDDEN', 'This upload link is no longer valid.');
      if (!(await isCurrent(grant.key, grant.params))) return ended();
      const refusal = await services.storeHealth().refusal();
      if (refusal !== null)
        return refuse(reply.header('retry-after', STORE_RETRY_SECONDS), 503, 'E_UNAVAILABLE', refusal);
      try {
        const stored = await services.storage.putStream(grant.key, request.raw, {
          maxBytes: MAX_UPLOAD_BYTES,
          ...(size ? { size: Number(size) } : {}),
          ...(sha256 ? { sha256 } : {}),
        });
        // The key may have been replaced while the bytes arrived.
        if (!(await isCurrent(grant.key, grant.params))) return ended();
        await write((unit) => setContent(unit, grant.key, stored));
        return await reply.send({ key: grant.key, size: stored.size, sha256: stored.sha256 });
      } catch (error) {
        return failed(reply, services, error);
      }
    });
    scope.get(DOWNLOAD_PATH, async (request, reply) => {
      const grant = verifyUrl(request.url, 'GET', services.now(), services.secrets.sign);
      if (!grant.ok) return refuse(reply, 403, 'E_FORBIDDEN', `This download link is ${grant.reason}.`);
      try {
        // The file may have been lost since the link was signed.
        const lost = await checkFile({ services, read, write }, grant.key);
        if (lost !== null) return refuse(reply, 404, 'E_NOT_FOUND', lost);
        const found = await services.storage.stat(grant.key);
        const stream = await services.storage.openRead(grant.key);
        await write((unit) => noteDownload(unit, grant.key, grant.params.user ?? ''));
        return await reply.headers(downloadHeaders(grant.key, found?.size)).send(stream);
      } catch (error) {
        return failed(reply, services, error);
      }
    });
    done();
  });
}

/** `size` in bytes: browsers show how much is left. */
function downloadHeaders(key: string, size: number | undefined): Record<string, string | number> {
  const name = encodeURIComponent(key.split('/').at(-1) ?? 'backup');
  return {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${name}`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(size !== undefined && { 'content-length': size }),
  };
}

const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).header('connection', 'close').send({ code, message });

function failed(reply: FastifyReply, services: Services, error: unknown): FastifyReply {
  if (error instanceof StorageError) return refuse(reply, STATUS[error.code] ?? 500, error.code, error.message);
  return refuse(reply, 500, 'E_INTERNAL', `Internal Server Error ${services.log.failure('object store', error)}`);
}
