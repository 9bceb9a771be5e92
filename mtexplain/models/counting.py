"""Layers as plain loops that count their products, and the length of a path through them, measured with a signal."""

from collections.abc import Callable, Iterator, Sequence
from math import sqrt, tanh

from mtexplain.models.distribution import softmax

Vectors = list[list[float]]  # a vector for each token, or the rows of a matrix


class Loops:
    """The layers, with a count of the products they have computed and of their sequential steps."""

    made, steps = 0, 0

    def times(self, rows: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
        """A matrix times a vector."""
        products = [[weight * value for weight, value in zip(row, vector, strict=True)] for row in rows]
        self.made += sum(map(len, products))
        return list(map(sum, products))

    def attention(self, queries: Vectors, keys: Vectors, values: Vectors, r: int) -> Vectors:
        """Scaled dot-product attention of each query to the r tokens around it (Vaswani et al. 2017, equation 1)."""
        self.steps, outputs = self.steps + 1, []
        for index, query in enumerate(queries):
            near = slice(first := max(0, min(index - (r - 1) // 2, len(keys) - r)), first + r)  # r at an end, too
            weights = softmax([score / sqrt(len(query)) for score in self.times(keys[near], query)])
            outputs.append(self.times(list(zip(*values[near], strict=True)), list(map(float, weights))))
        return outputs

    def recurrent(self, tokens: Vectors, w: Vectors, u: Vectors) -> Vectors:
        """A plain recurrent layer, in which each state is tanh(W token + U previous state), starting from zeros."""
        states = [[0.0] * len(w)]
        for token in tokens:
            self.steps += 1
            pairs = zip(self.times(w, token), self.times(u, states[-1]), strict=True)
            states.append([tanh(sum(pair)) for pair in pairs])
        return states[1:]

    def convolution(self, tokens: Vectors, kernel: Sequence[Vectors], gap: int = 1) -> Vectors:
        """A convolution with a matrix for the token and every `gap`-th token before it, and zeros before the first."""
        self.steps, zeros = self.steps + 1, [[0.0] * len(tokens[0])]
        padded = [*zeros * (gap * (len(kernel) - 1)), *tokens]
        each = [map(self.times, kernel, padded[start::gap]) for start in range(len(tokens))]
        return [list(map(sum, zip(*parts, strict=True))) for parts in each]


def counted(n: int, d: int, k: int, r: int) -> Iterator[tuple[int, int | None]]:
    """For each layer, its products, and the steps a stack of such layers takes from the first token to the last."""
    w = [[1 / d] * d] * d
    layers: list[Callable[[Loops, Vectors, int], Vectors]] = [
        lambda loops, x, height: loops.attention(x, x, x, n),
        lambda loops, x, height: loops.recurrent(x, w, w),
        lambda loops, x, height: loops.convolution(x, [w] * k),
        lambda loops, x, height: loops.convolution(x, [w] * k, k**height),
        lambda loops, x, height: loops.attention(x, x, x, r),
    ]
    for layer in layers:
        loops, height, x = Loops(), 0, [[1.0] * d, *[[0.0] * d] * (n - 1)]
        while not height or (height < n and not any(x[-1])):
            x, height = layer(loops, x, height), height + 1
        yield loops.made // height, loops.steps if any(x[-1]) else None
