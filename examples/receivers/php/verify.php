<?php

declare(strict_types=1);

/** A delivery that is not to be trusted; the message is the reason. */
final class NotVerified extends RuntimeException
{
}

const TOLERANCE_SECONDS = 300;
const SIGNATURES_MAX = 16;

/**
 * Answers what was sent, or throws NotVerified (Standard Webhooks: HMAC-SHA256 over id, timestamp
 * and body). $body must be the bytes as they came: file_get_contents('php://input').
 *
 * @param list<string> $secrets "whsec_…", several while one of them is being replaced
 */
function verify_webhook(
    array $secrets,
    string $id,
    string $timestamp,
    string $signatures,
    string $body,
    int $now
): object {
    if ($id === '' || $timestamp === '' || $signatures === '') {
        throw new NotVerified('header_missing');
    }
    if (preg_match('/\A(0|[1-9][0-9]{0,11})\z/', $timestamp) !== 1) {
        throw new NotVerified('header_malformed');
    }
    // Both ways: an old delivery is a replay, one from the future would be one later.
    if ($now - (int) $timestamp > TOLERANCE_SECONDS) {
        throw new NotVerified('timestamp_too_old');
    }
    if ((int) $timestamp - $now > TOLERANCE_SECONDS) {
        throw new NotVerified('timestamp_too_new');
    }
    $matches = false;
    foreach ($secrets as $secret) {
        $key = webhook_key($secret);
        $digest = hash_hmac('sha256', "$id.$timestamp.$body", $key, true);
        $expected = 'v1,' . base64_encode($digest);
        foreach (array_slice(explode(' ', $signatures), 0, SIGNATURES_MAX) as $signature) {
            // Not ==, which answers sooner the sooner they differ.
            $matches = hash_equals($expected, $signature) || $matches;
        }
    }
    if (!$matches) {
        throw new NotVerified('signature_mismatch');
    }
    $payload = json_decode($body);
    if (!is_object($payload)) {
        throw new NotVerified('body_not_json');
    }
    return $payload;
}

/** Without this check an empty setting would be a key that everybody has. */
function webhook_key(string $secret): string
{
    $text = str_starts_with($secret, 'whsec_') ? substr($secret, strlen('whsec_')) : $secret;
    $key = base64_decode($text, true);
    if ($key === false || strlen($key) < 24) {
        throw new NotVerified('secret_malformed');
    }
    return $key;
}
