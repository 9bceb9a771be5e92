"""Layers as plain loops that count what they multiply, and how long a path through them is, by sending a signal."""

from collections.abc import Callable, Sequence
from math import inf, sqrt, tanh

from mtexplain.models.distribution import softmax

Vectors = Sequence[Sequence[float]]  # one for each token; or a matrix, by its rows


class Loops:
    """The layers; how many products they have made, and how many steps, each waiting for the one before."""

    made, steps = 0, 0

    def times(self, rows: Vectors, vector: Sequence[float]) -> list[float]:
        """A matrix times a vector."""
        products = [[one * other for one, other in zip(row, vector, strict=True)] for row in rows]
        self.made += sum(map(len, products))
        return list(map(sum, products))

    def attention(self, queries: Vectors, keys: Vectors, values: Vectors, r: int) -> Vectors:
        """Scaled dot-product attention of each query to the r tokens around it (Vaswani et al. 2017, equation 1)."""
        self.steps, outputs = self.steps + 1, []
        for place, query in enumerate(queries):
            first = max(0, min(place - (r - 1) // 2, len(keys) - r))  # near an end they move inwards, and stay r
            near = slice(first, first + r)
            weights = softmax([score / sqrt(len(query)) for score in self.times(keys[near], query)])
            outputs.append(self.times(list(zip(*values[near], strict=True)), list(map(float, weights))))
        return outputs

    def recurrent(self, tokens: Vectors, w: Vectors, u: Vectors) -> Vectors:
        """A plain recurrent layer: each state is tanh(W token + U state before); before the first stand zeros."""
        states = [[0.0] * len(w)]
        for token in tokens:
            self.steps += 1
            both = zip(self.times(w, token), self.times(u, states[-1]), strict=True)
            states.append([tanh(new + old) for new, old in both])
        return states[1:]

    def convolution(self, tokens: Vectors, kernel: Sequence[Vectors], gap: int = 1) -> Vectors:
        """A convolution: a matrix for each token and for those before it, every `gap`-th; before the first, zeros."""
        self.steps, zeros = self.steps + 1, [[0.0] * len(tokens[0])]
        padded = [*zeros * (gap * (len(kernel) - 1)), *tokens]
        each = [map(self.times, kernel, padded[place::gap]) for place in range(len(tokens))]
        return [list(map(sum, zip(*parts, strict=True))) for parts in each]


def counted(n: int, d: int, k: int, r: int) -> list[tuple[int, float]]:
    """Of each layer its products, and the steps after which the last token hears of the first.

    Only the first token holds anything but zeros. Layers are put on top of each other until the last one does, too.
    """
    w, found = [[1 / d] * d] * d, []
    layers: list[Callable[[Loops, Vectors, int], Vectors]] = [
        lambda loops, x, height: loops.attention(x, x, x, n),
        lambda loops, x, height: loops.recurrent(x, w, w),
        lambda loops, x, height: loops.convolution(x, [w] * k),
        lambda loops, x, height: loops.convolution(x, [w] * k, k**height),
        lambda loops, x, height: loops.attention(x, x, x, r),
    ]
    for layer in layers:
        loops, height = Loops(), 0
        x: Vectors = [[1.0] * d, *[[0.0] * d] * (n - 1)]
        while not height or (height < n and not any(x[-1])):
            x, height = layer(loops, x, height), height + 1
        found.append((loops.made // height, loops.steps if any(x[-1]) else inf))
    return found
