<?php

// What a delivery means for the store's own orders.

declare(strict_types=1);

const OK = ['status' => 'ok'];

/** With another DSN and BEGIN in place of BEGIN IMMEDIATE this is MySQL's or PostgreSQL's, too. */
function open_orders(string $file): PDO
{
    $database = new PDO("sqlite:$file", options: [
        PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
        PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
        PDO::ATTR_TIMEOUT => 5,
    ]);
    $database->exec((string) file_get_contents(__DIR__ . '/../schema.sql'));
    return $database;
}

/**
 * Takes a message in once. A repetition gets the first answer again: "ok" to a confirmation that
 * was rejected would accept the order after all. All in one transaction, so that a crash in between
 * leaves nothing behind and the next attempt starts afresh.
 *
 * @return array<string, string>
 */
function take_in(PDO $database, string $id, object $payload): array
{
    $database->exec('BEGIN IMMEDIATE');
    try {
        $seen = $database->prepare('SELECT answer FROM messages WHERE id = ?');
        $seen->execute([$id]);
        $kept = $seen->fetchColumn();
        $seen->closeCursor();
        $answer = $kept === false ? act($database, $id, $payload) : json_decode($kept, true);
        if ($kept === false) {
            $keep = $database->prepare('INSERT INTO messages (id, answer) VALUES (?, ?)');
            $keep->execute([$id, json_encode($answer, JSON_THROW_ON_ERROR)]);
        }
        $database->exec('COMMIT');
        return $answer;
    } catch (Throwable $failure) {
        $database->exec('ROLLBACK');
        throw $failure;
    }
}

/** @return array<string, string> */
function act(PDO $database, string $message_id, object $payload): array
{
    // Only an event of a webhook endpoint has a type.
    if (isset($payload->type)) {
        return follow($database, $payload);
    }
    if ($payload->status_reason === 'confirmation_required') {
        return confirm($database, $payload);
    }
    if ($payload->status === 'ok') {
        pay($database, $message_id, $payload->id);
    }
    if ($payload->status === 'ko') {
        move($database, $payload->id, 'failed');
    }
    return OK;
}

/**
 * The store's own table decides, not what the message says: is this an order of ours?
 *
 * @return array<string, string>
 */
function confirm(PDO $database, object $asked): array
{
    $found = $database->prepare('SELECT * FROM orders WHERE checkout_id = ?');
    $found->execute([$asked->id]);
    $order = $found->fetch();
    $found->closeCursor();
    if ($order === false) {
        return ['status' => 'ko', 'reason' => 'the store has no such order'];
    }
    $same_total = (int) $order['total_amount'] === $asked->total_amount;
    if (!$same_total || $order['currency'] !== $asked->currency->code) {
        return ['status' => 'ko', 'reason' => 'the order has another total'];
    }
    if ($order['state'] === 'failed') {
        return ['status' => 'ko', 'reason' => 'the order was given up'];
    }
    move($database, $asked->id, 'accepted');
    return OK;
}

/** Paid only now: to have accepted is not enough, the confirmation may have come too late. */
function pay(PDO $database, string $message_id, string $checkout_id): void
{
    if (!move($database, $checkout_id, 'paid')) {
        return;
    }
    $task = 'INSERT INTO tasks (message_id, checkout_id, task) VALUES (?, ?, ?)';
    $database->prepare($task)->execute([$message_id, $checkout_id, 'ship the order']);
}

/** Whether there was such an order and it was not yet there. */
function move(PDO $database, string $checkout_id, string $state): bool
{
    $update = 'UPDATE orders SET state = ? WHERE checkout_id = ? AND state <> ?';
    $changed = $database->prepare($update);
    $changed->execute([$state, $checkout_id, $state]);
    return $changed->rowCount() === 1;
}

/**
 * An event holds the amounts after it, so the one with the highest sequence says it all.
 *
 * @return array<string, string>
 */
function follow(PDO $database, object $event): array
{
    $data = $event->data;
    if (!isset($data->captured_amount, $data->refunded_amount)) {
        return OK;
    }
    $update = 'UPDATE orders SET captured_amount = ?, refunded_amount = ?, sequence = ?
        WHERE checkout_id = ? AND sequence < ?';
    $after = [$data->captured_amount, $data->refunded_amount, $event->sequence];
    $database->prepare($update)->execute([...$after, $event->order_id, $event->sequence]);
    return OK;
}
