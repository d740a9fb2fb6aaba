<?php

// A store's receiver for notifications and webhooks: verify, take in once, answer at once.

declare(strict_types=1);

require __DIR__ . '/verify.php';
require __DIR__ . '/orders.php';

// A warning must not become an answer: everything unexpected ends below.
set_error_handler(static fn (int $level, string $text) => throw new ErrorException($text));

// The store's secret, those of its webhook endpoints, and while one is replaced the old one.
$secrets = explode(' ', (string) getenv('SECRETS'));
$database = getenv('DATABASE') ?: 'store.sqlite';

try {
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $payload = verify_webhook(
        secrets: $secrets,
        id: $id,
        timestamp: $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '',
        signatures: $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '',
        body: (string) file_get_contents('php://input'),
        now: time(),
    );
    answer(200, take_in(open_orders($database), $id, $payload));
} catch (NotVerified $refused) {
    answer(400, ['error' => $refused->getMessage()]);
} catch (Throwable $failure) {
    // Whatever else fails here is ours, so the service should try again: anything but 200, which
    // PHP would answer by itself where errors are displayed.
    error_log((string) $failure);
    answer(500, ['error' => 'try again']);
}

/** @param array<string, string> $body */
function answer(int $status, array $body): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($body, JSON_THROW_ON_ERROR);
}
